// SPDX-License-Identifier: Apache-2.0
// A sender that uses the crate rust_cast: launches, loads, and then executes one command per line of standard input.

use std::error::Error;
use std::io::{self, BufRead};

use rust_cast::channels::media::{Media, StatusEntry, StreamType};
use rust_cast::channels::receiver::CastDeviceApp;
use rust_cast::CastDevice;

fn tell(what: &str, status: &StatusEntry) {
    println!("{} {} {}", what, status.player_state.to_string(), status.current_time.unwrap_or(-1.0));
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let (host, url) = (arguments[1].clone(), arguments[2].clone());
    let device = CastDevice::connect_without_host_verification(host, 8009)?;
    device.connection.connect("receiver-0")?;
    let status = device.receiver.get_status()?;
    println!("connected {} applications", status.applications.len());
    let app = device.receiver.launch_app(&CastDeviceApp::DefaultMediaReceiver)?;
    println!("launched {}", app.app_id);
    let transport = app.transport_id.clone();
    device.connection.connect(transport.clone())?;
    let film = Media {
        content_id: url,
        stream_type: StreamType::Buffered,
        content_type: "video/mp4".to_string(),
        metadata: None,
        duration: None,
    };
    let loaded = device.media.load(transport.clone(), app.session_id.clone(), &film)?;
    let session = loaded.entries.first().ok_or("a load without a status")?.media_session_id;
    println!("loaded {}", session);
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["status"] => {
                let status = device.media.get_status(transport.clone(), Some(session))?;
                match status.entries.first() {
                    Some(entry) => tell("status", entry),
                    None => println!("status NONE -1"),
                }
            }
            ["pause"] => tell("pause", &device.media.pause(transport.clone(), session)?),
            ["play"] => tell("play", &device.media.play(transport.clone(), session)?),
            ["seek", place] => {
                let place: f32 = place.parse()?;
                tell("seek", &device.media.seek(transport.clone(), session, Some(place), None)?)
            }
            ["volume", level] => {
                let level: f32 = level.parse()?;
                let volume = device.receiver.set_volume(level)?;
                println!("volume {}", volume.level.unwrap_or(-1.0));
            }
            ["mute"] => println!("mute {}", device.receiver.set_volume(true)?.muted.unwrap_or(false)),
            ["stop"] => tell("stop", &device.media.stop(transport.clone(), session)?),
            ["quit"] => {
                device.receiver.stop_app(app.session_id.clone())?;
                println!("quit");
                break;
            }
            _ => return Err(format!("unknown command: {}", line).into()),
        }
    }
    Ok(())
}
