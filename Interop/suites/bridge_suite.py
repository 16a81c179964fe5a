# SPDX-License-Identifier: Apache-2.0
"""`cast bridge` and `cast fleet` with Mosquitto and paho-mqtt: commands, states, takeovers, a lost broker, hostile messages.

The clocks of the bridges differ by hours.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))

from bridge import URL, Bridge, cast, require_mqtt
from harness import FILM, HOST, Device, Failed, Process, check, folder, run_suite, say, wait_for

SCHEMAS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "schemas")


def owner_of(device, *bridges):
    return next((bridge for bridge in bridges if bridge.is_running and device in bridge.controls), None)


def suite():
    require_mqtt()
    from broker import Broker, Client

    broker = Broker()
    first = Device("--headless", "--name", "Kitchen", name="kitchen")
    second = Device(
        "--headless", "--name", "Lobby", "--port", "8109", "--http-port", "8108", "--https-port", "8543", name="lobby"
    )
    everything = Client("cast/#", "homeassistant/#", "answers/#")
    started = time.monotonic()
    bridges = [Bridge("a", "--home-assistant", skew=-7200), Bridge("b", "--home-assistant", skew=10800)]
    wait_for("both devices are controlled", lambda: sum(len(bridge.controls) for bridge in bridges) == 2, 15)
    say(f"{time.monotonic() - started:.1f} s after the start of the bridges")
    online = lambda: {s["device"]["name"]: s["device"]["id"] for s in everything.all("/state") if s["availability"] == "online"}
    wait_for("the states of both devices are published", lambda: len(online()) == 2)
    ids = online()

    devices_with_a_fleet(everything)
    commands(everything, first, ids, owner_of("Kitchen", *bridges).skew)
    home_assistant(everything, ids)
    takeovers(everything, first, second, bridges, ids)
    lost_broker(everything, broker, bridges, ids)
    hostile(everything, ids)
    schemas(everything)
    for bridge in bridges:
        if bridge.is_running:
            check(bridge.stop() == 0, f"bridge {bridge.name} ends when terminated", bridge.process.returncode)
    refused_connections()


def devices_with_a_fleet(client):
    result = cast("fleet", "devices", "--mqtt", URL, "--json")
    devices = json.loads(result.stdout)["devices"]
    check(
        sorted((d["site"], d["device"]["name"], d["online"]) for d in devices)
        == [("home", "Kitchen", True), ("home", "Lobby", True)],
        "cast fleet devices lists both devices as online", result.stdout[:200],
    )
    result = cast("fleet", "volume", "--mqtt", URL, "--device", "Kitchen", "30")
    check(result.returncode == 0 and "done" in result.stdout, "cast fleet volume", result.stdout + result.stderr)
    wait_for(
        "the state has the volume",
        lambda: any(s["device"]["name"] == "Kitchen" and s["volume"].get("level") == 0.3 for s in client.all("/state")),
    )
    result = cast("fleet", "pause", "--mqtt", URL, "--device", "Kitchen")
    check(
        result.returncode == 6 and "failed" in result.stdout, "a command that the device refuses is reported", result.stdout
    )
    result = cast("fleet", "pause", "--mqtt", URL, "--device", "Cellar")
    check(result.returncode == 3, "a device that no site has is reported", result.stderr)


def changes_of_volume(device):
    return [frame for frame in device.frames() if "SET_VOLUME" in json.dumps(frame)]


def commands(client, device, ids, skew):
    topic = f"cast/1/home/{ids['Kitchen']}/command"
    before = len(changes_of_volume(device))
    for _ in range(5):
        client.publish(
            topic, {"id": "again", "command": "volume", "level": 0.4}, response="answers/volume", correlation=b"\x01\x02"
        )
    wait_for("the response arrives", lambda: client.last("answers/volume"))
    time.sleep(0.5)
    results = client.all("answers/volume")
    check(all(r["outcome"] == "done" and r["id"] == "again" for r in results), "each response says that it is done", results)
    check(len(changes_of_volume(device)) == before + 1, "a command that arrives five times is executed once")
    correlations = {m.properties.CorrelationData for _, m in client.messages if m.topic == "answers/volume"}
    check(correlations == {b"\x01\x02"}, "responses have the correlation data of the command", correlations)

    server = Process("films", [sys.executable, "-m", "http.server", "8700", "--bind", HOST, "--directory", os.path.dirname(FILM)])
    wait_for("the film can be fetched", lambda: subprocess.run(["curl", "-sfI", f"http://{HOST}:8700/{os.path.basename(FILM)}"], capture_output=True).returncode == 0)
    result = cast(
        "fleet", "play", "--mqtt", URL, "--device", "Kitchen", "--title", "Our film", f"http://{HOST}:8700/{os.path.basename(FILM)}"
    )
    check(result.returncode == 0, "cast fleet play", result.stdout + result.stderr)
    wait_for(
        "the state says that the film plays",
        lambda: any((s.get("media") or {}).get("state") == "playing" and s["media"].get("title") == "Our film" for s in client.all("/state")),
    )
    position = next(s["media"]["positionAt"] for s in reversed(client.all("/state")) if s.get("media"))
    check(abs(position - time.time() - skew) < 60, "the time of the position is that of the bridge's clock", f"{position - time.time():.0f} s")
    client.publish(topic + "/seek", "20")
    wait_for("a seek as text", lambda: any((s.get("media") or {}).get("position", 0) >= 20 for s in client.all("/state")))
    client.publish(topic + "/stop", "")
    wait_for("stop as text", lambda: client.last(f"{ids['Kitchen']}/state")["application"] is None)
    check(
        [e["type"] for e in client.all(f"{ids['Kitchen']}/event")][-4:]
        == ["applicationStarted", "mediaStarted", "applicationEnded", "mediaEnded"]
        or {"mediaStarted", "mediaEnded"} <= {e["type"] for e in client.all(f"{ids['Kitchen']}/event")},
        "events tell that media began and ended",
    )
    client.publish(f"cast/1/home/nowhere/command", {"id": "1", "command": "pause"}, response="answers/nowhere")
    answer = wait_for("a command for an unknown device is answered", lambda: client.last("answers/nowhere"))
    check(answer["error"]["code"] == "deviceNotFound", "it says that no bridge sees the device", answer)
    client.publish(topic, {"id": "bad", "command": "volume", "level": 7}, response="answers/bad")
    answer = wait_for("a command with a wrong value is answered", lambda: client.last("answers/bad"))
    check(answer["error"]["code"] == "invalidArgument" and "level" in answer["error"]["message"], "it names the member", answer)
    server.stop()


def home_assistant(client, ids):
    node = "cast_" + ids["Kitchen"]
    player = client.last(f"media_player/{node}/config")
    check(player and player["name"] == "Kitchen", "Home Assistant gets a media player", player and player["name"])
    client.publish(player["command_volume_topic"], "0.55")
    wait_for(
        "a volume that Home Assistant sets is its state",
        lambda: [m.payload for _, m in client.messages if m.topic == player["state_volume_topic"]][-1] == b"0.55",
    )
    components = client.last(f"device/{node}/config")["components"]
    check({"number", "button", "switch", "sensor", "text"} == {c["platform"] for c in components.values()}, "and controls")
    client.publish(components["mute"]["command_topic"], components["mute"]["payload_on"])
    wait_for("a switch mutes the device", lambda: client.last(f"{ids['Kitchen']}/state")["volume"].get("muted") is True)


def command_until_answered(client, id, volume, device_id, seconds=25):
    """Sends a command as a sender does, again and again until the response. Returns the response and the time."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        client.publish(
            f"cast/1/home/{device_id}/command",
            {"id": id, "command": "volume", "level": volume, "timeout": seconds}, response=f"answers/{id}",
        )
        pause = time.monotonic() + 1
        while time.monotonic() < pause:
            answer = client.last(f"answers/{id}")
            if answer:
                return answer, time.monotonic() - began
            time.sleep(0.02)
    raise Failed(f"no response to {id} within {seconds} s")


def times_executed(device, volume):
    return sum(str(volume) in json.dumps(frame) for frame in changes_of_volume(device))


def takeovers(client, kitchen, lobby, bridges, ids):
    owner = owner_of("Kitchen", *bridges)
    killed = time.monotonic()
    owner.process.send_signal(signal.SIGKILL)
    answer, seconds = command_until_answered(client, "killed", 0.11, ids["Kitchen"])
    check(answer["outcome"] == "done" and seconds < 10, "after SIGKILL of its bridge, a device obeys within 10 s", f"{seconds:.1f} s")
    check(times_executed(kitchen, 0.11) == 1, "the command was executed once")
    bridges.remove(owner)
    bridges.append(Bridge("c", "--home-assistant", skew=86_400))
    time.sleep(3)

    owner = owner_of("Kitchen", *bridges)
    owner.process.send_signal(signal.SIGSTOP)
    answer, seconds = command_until_answered(client, "paused", 0.12, ids["Kitchen"])
    check(answer["outcome"] == "done" and seconds < 10, "after SIGSTOP of its bridge, a device obeys within 10 s", f"{seconds:.1f} s")
    time.sleep(5)
    owner.process.send_signal(signal.SIGCONT)
    time.sleep(3)
    check(times_executed(kitchen, 0.12) == 1, "the bridge that goes on does not execute the command again")
    check(sum("Kitchen" in bridge.controls for bridge in bridges) == 1, "one bridge controls the device")

    owner = owner_of("Kitchen", *bridges)
    address = re.search(
        r"(127\.0\.0\.1:\d+)\s+127\.0\.0\.1:1883.*pid=%d," % owner.process.pid,
        subprocess.run(["ss", "-tnp"], capture_output=True, text=True).stdout,
    ).group(1)
    port = address.split(":")[1]
    rules = f"""
table inet cut {{
  chain input {{
    type filter hook input priority 0
    tcp sport {port} drop
    tcp dport {port} drop
  }}
}}
"""
    subprocess.run(["nft", "-f", "-"], input=rules, text=True, check=True)
    answer, seconds = command_until_answered(client, "cut", 0.13, ids["Kitchen"])
    check(answer["outcome"] == "done" and seconds < 10, "after a partition of its bridge, a device obeys within 10 s", f"{seconds:.1f} s")
    subprocess.run(["nft", "delete", "table", "inet", "cut"], check=True)
    time.sleep(3)
    check(times_executed(kitchen, 0.13) == 1, "the command was executed once")
    wait_for("one bridge controls the device", lambda: sum("Kitchen" in bridge.controls for bridge in bridges) == 1, 30)

    owner = owner_of("Kitchen", *bridges)
    check(owner.stop() == 0, "its bridge ends in order")
    answer, seconds = command_until_answered(client, "ended", 0.14, ids["Kitchen"])
    check(answer["outcome"] == "done" and seconds < 3, "another one controls the device at once", f"{seconds:.1f} s")
    bridges.remove(owner)
    bridges.append(Bridge("d", "--home-assistant", skew=-86_400))


def lost_broker(client, broker, bridges, ids):
    broker.stop()
    wait_for("the bridges report the loss", lambda: all(bridge.events("disconnected") for bridge in bridges))
    time.sleep(5)
    broker.start()
    wait_for("the client is connected again", client.client.is_connected, 30)
    answer, seconds = command_until_answered(client, "restarted", 0.15, ids["Kitchen"], 60)
    check(answer["outcome"] == "done", "after a restart of the broker, the device obeys", f"{seconds:.1f} s")
    wait_for("its state is published again", lambda: client.last(f"{ids['Kitchen']}/state")["volume"].get("level") == 0.15)


def hostile(client, ids):
    from broker import memory

    for number in range(3000):
        client.publish(f"cast/1/home/unknown{number}/owner", '{"bridge":"x","fence":9}', retain=True)
        client.publish(f"cast/1/home/unknown{number}/nonsense/{number}", "x" * 100, retain=True)
    client.publish(f"cast/1/home/{ids['Kitchen']}/owner", b"\xff" * 1_000_000, retain=True)
    client.publish(f"cast/1/home/{ids['Lobby']}/owner", "{" * 60_000, retain=True)
    client.publish(f"cast/1/home/{ids['Lobby']}/progress/x", "[1", retain=True)
    client.publish(f"cast/1/home/{ids['Lobby']}/command", {"id": "kept", "command": "volume", "level": 0.77}, retain=True)
    client.publish("cast/1/home/_ledger", "null").wait_for_publish(10)
    command_until_answered(client, "later", 0.5, ids["Lobby"])
    late = Bridge("late")
    wait_for("a bridge starts with hostile retained messages", lambda: late.events("connected"))
    answer, seconds = command_until_answered(client, "hostile", 0.16, ids["Kitchen"])
    check(answer["outcome"] == "done", "and devices obey", f"{seconds:.1f} s")
    time.sleep(2)
    check(late.is_running and memory(late) < 150, "its memory is bounded", f"{memory(late):.0f} MB")
    check(
        client.last(f"{ids['Lobby']}/state")["volume"].get("level") == 0.5,
        "a retained command is not executed when another bridge reads it",
    )
    for number in range(2000):
        client.publish(f"cast/1/home/{ids['Lobby']}/command", {"id": f"flood{number}", "command": "volume", "level": 0.2}, response="answers/flood")
    wait_for("each of 2,000 commands for a device gets a response", lambda: len(client.all("answers/flood")) >= 2000, 60)
    outcomes = [answer["outcome"] for answer in client.all("answers/flood")]
    check(set(outcomes) <= {"done", "refused"}, "they are done or refused", {o: outcomes.count(o) for o in set(outcomes)})
    check(late.stop() == 0, "the bridge ends when terminated")


def schemas(client):
    import jsonschema

    counts = {}
    for _, message in client.messages:
        levels = message.topic.split("/")
        name = "result" if levels[0] == "answers" else levels[-1]
        path = os.path.join(SCHEMAS, f"{name}.json")
        if not message.payload or not os.path.exists(path) or name == "command" or levels[0] == "homeassistant":
            continue
        if levels[0] == "cast" and len(levels) != 5:
            continue
        jsonschema.validate(json.loads(message.payload), json.load(open(path)))
        counts[name] = counts.get(name, 0) + 1
    check({"state", "result", "event"} <= set(counts), "every message matches its schema", counts)


def refused_connections():
    from broker import Broker, Client

    directory = folder()
    os.chmod(directory, 0o755)

    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=directory)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "30", "-subj", "/CN=Test CA")
    for name, days in [("server", "10"), ("client", "10")]:
        openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
        with open(os.path.join(directory, "names"), "w") as file:
            file.write("subjectAltName=IP:127.0.0.1")
        openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", days, "-extfile", "names", "-out", f"{name}.pem")
    # Expired yesterday.
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "old.key", "-out", "old.csr", "-subj", "/CN=old")
    with open(os.path.join(directory, "index.txt"), "w"):
        pass
    with open(os.path.join(directory, "ca.conf"), "w") as file:
        file.write("[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\nnew_certs_dir=.\nserial=old.srl\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
    with open(os.path.join(directory, "old.srl"), "w") as file:
        file.write("99")
    openssl("ca", "-batch", "-config", "ca.conf", "-in", "old.csr", "-out", "old.pem", "-cert", "ca.pem", "-keyfile", "ca.key", "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-notext")
    path = lambda name: os.path.join(directory, name)

    subprocess.run(["mosquitto_passwd", "-b", "-c", path("users"), "ada", "secret"], check=True, capture_output=True)
    with open(path("password"), "w") as file:
        file.write("secret\n")
    with open(path("rights"), "w") as file:
        file.write("user ada\ntopic readwrite cast/#\n\nuser bob\ntopic readwrite #\n")
    subprocess.run(["mosquitto_passwd", "-b", path("users"), "bob", "secret"], check=True, capture_output=True)
    Broker(1884, ["allow_anonymous false", f"password_file {path('users')}", f"acl_file {path('rights')}"])
    result = cast("bridge", "--mqtt", "mqtt://ada@127.0.0.1:1884", "--interface", "lo", environment={"CAST_MQTT_PASSWORD": "wrong"})
    check(result.returncode == 1 and "signing in was refused" in result.stderr, "a wrong password is reported", result.stderr)
    result = cast("fleet", "devices", "--mqtt", "mqtt://ada@127.0.0.1:1884", "--password-file", path("password"))
    check(result.returncode == 0, "the password is read from a file", result.stdout + result.stderr)
    limited = Bridge("limited", "--password-file", path("password"), url="mqtt://ada@127.0.0.1:1884")
    wait_for("a bridge with rights for its own topics controls the devices", lambda: "Kitchen" in limited.controls, 15)
    sender = Client("cast/#", port=1884, user=("bob", "secret"))
    id = wait_for("its state is published", lambda: next((s["device"]["id"] for s in sender.all("/state")), None))
    sender.publish(f"cast/1/home/{id}/command", {"id": "1", "command": "mute", "muted": True}, response="elsewhere/answers")
    wait_for("a response topic for which it has no rights is reported", lambda: limited.events("notice"))
    check(not limited.events("disconnected"), "and does not end its connection")
    check(limited.stop() == 0, "it ends when terminated")
    result = cast("fleet", "devices", "--mqtt", "mqtt://ada:secret@127.0.0.1:1884")
    check(result.returncode != 0 and "secret" not in result.stderr, "a password in the URL is refused", result.stderr)

    Broker(8883, ["allow_anonymous true", f"cafile {path('ca.pem')}", f"certfile {path('server.pem')}", f"keyfile {path('server.key')}", "require_certificate true"])
    tls = ["--mqtt", "mqtts://127.0.0.1", "--ca", path("ca.pem")]
    result = cast("fleet", "devices", *tls, "--cert", path("client.pem"), "--key", path("client.key"))
    check(result.returncode == 0, "TLS with a certificate", result.stdout + result.stderr)
    result = cast("fleet", "devices", *tls, "--cert", path("old.pem"), "--key", path("old.key"))
    # The library does not always read the broker's alert, which says that it has expired.
    check(result.returncode == 1 and "certificate" in result.stderr.splitlines()[0], "an expired certificate is reported", result.stderr)
    result = cast("fleet", "devices", "--mqtt", "mqtts://127.0.0.1")
    check(result.returncode == 1 and "verify failed" in result.stderr, "a broker that the system does not trust is reported", result.stderr)
    result = cast("fleet", "devices", "--mqtt", "mqtt://127.0.0.1:1")
    check(result.returncode == 5 and "refused" in result.stderr, "no broker is reported", result.stderr)
    bridge = Bridge("waiting", url="mqtt://127.0.0.1:1889")
    wait_for("a bridge without a broker waits for it", lambda: bridge.events("disconnected"))
    Broker(1889)
    wait_for("and connects when it is there", lambda: bridge.events("connected"), 40)


run_suite(suite)
