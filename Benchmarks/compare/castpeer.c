// SPDX-License-Identifier: Apache-2.0
// A Cast receiver and sender in plain C with blocking OpenSSL, as the reference for the best possible results.
//
//   cc -O2 castpeer.c -o castpeer -lssl -lcrypto -lpthread
//   castpeer serve    CERTIFICATE KEY PORT      one thread per sender; answers GET_STATUS and PING
//   castpeer status   HOST PORT COUNT           sequential GET_STATUS requests
//   castpeer pipeline HOST PORT COUNT WINDOW    concurrent GET_STATUS requests
//   castpeer connect  HOST PORT COUNT           TCP, TLS, CONNECT and the first RECEIVER_STATUS
//
// The sender prints one line of JSON with times in microseconds. Nagle's algorithm is off, and each frame is one TLS
// record.

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { body_limit = 65536 };

#define CONNECTION "urn:x-cast:com.google.cast.tp.connection"
#define HEARTBEAT "urn:x-cast:com.google.cast.tp.heartbeat"
#define RECEIVER "urn:x-cast:com.google.cast.receiver"

static SSL_CTX *tls;

static void fail(const char *what) {
    fprintf(stderr, "castpeer: %s failed\n", what);
    exit(1);
}

// --- Frames -------------------------------------------------------------------------------------------------------

struct text {
    const char *start;
    size_t length;
};

struct message {
    struct text source, destination, name_space, payload;
};

static uint8_t *put_field(uint8_t *out, uint8_t tag, const char *value, size_t length) {
    *out++ = tag;
    size_t rest = length;
    for (; rest >= 0x80; rest >>= 7) *out++ = (uint8_t)(rest | 0x80);
    *out++ = (uint8_t)rest;
    memcpy(out, value, length);
    return out + length;
}

/// Writes a frame and returns its length.
static size_t make_frame(uint8_t *frame, struct text source, struct text destination, const char *name_space,
                         const char *payload) {
    uint8_t *out = frame + 4;
    *out++ = 0x08; // protocol_version: CASTV2_1_0
    *out++ = 0;
    out = put_field(out, 0x12, source.start, source.length);
    out = put_field(out, 0x1a, destination.start, destination.length);
    out = put_field(out, 0x22, name_space, strlen(name_space));
    *out++ = 0x28; // payload_type: STRING
    *out++ = 0;
    out = put_field(out, 0x32, payload, strlen(payload));
    uint32_t length = htonl((uint32_t)(out - frame - 4));
    memcpy(frame, &length, 4);
    return (size_t)(out - frame);
}

/// Parses a body. Returns false if it is not a message.
static bool read_message(const uint8_t *body, size_t length, struct message *message) {
    memset(message, 0, sizeof *message);
    size_t at = 0;
    while (at < length) {
        uint8_t tag = body[at++];
        uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            if (at >= length || shift > 63) return false;
            value |= (uint64_t)(body[at] & 0x7f) << shift;
            if (!(body[at++] & 0x80)) break;
        }
        if ((tag & 7) == 0) continue;
        if ((tag & 7) != 2 || value > length - at) return false;
        struct text text = {(const char *)body + at, value};
        switch (tag >> 3) {
        case 2: message->source = text; break;
        case 3: message->destination = text; break;
        case 4: message->name_space = text; break;
        case 6: message->payload = text; break;
        }
        at += value;
    }
    return message->source.length && message->name_space.length;
}

static bool is(struct text text, const char *other) {
    return text.length == strlen(other) && !memcmp(text.start, other, text.length);
}

static struct text text_of(const char *string) { return (struct text){string, strlen(string)}; }

static bool receive(SSL *connection, void *bytes, size_t count) {
    for (uint8_t *next = bytes; count;) {
        int got = SSL_read(connection, next, (int)count);
        if (got <= 0) return false;
        next += got;
        count -= (size_t)got;
    }
    return true;
}

/// Reads a body. Returns 0 at the end of the connection or if the frame is too long.
static size_t receive_body(SSL *connection, uint8_t *body) {
    uint32_t length;
    if (!receive(connection, &length, 4)) return 0;
    length = ntohl(length);
    return length <= body_limit && receive(connection, body, length) ? length : 0;
}

static bool send_frame(SSL *connection, const uint8_t *frame, size_t length) {
    return SSL_write(connection, frame, (int)length) == (int)length;
}

// --- The receiver -------------------------------------------------------------------------------------------------

static long request_id(struct text payload) {
    static const char key[] = "\"requestId\":";
    const char *found = memmem(payload.start, payload.length, key, sizeof key - 1);
    if (!found) return 0;
    long id = 0;
    const char *end = payload.start + payload.length;
    found += sizeof key - 1;
    while (found < end && *found == ' ') found++;
    for (; found < end && *found >= '0' && *found <= '9'; found++) id = id * 10 + *found - '0';
    return id;
}

static void *serve_sender(void *argument) {
    int handle = (int)(intptr_t)argument, on = 1;
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL *connection = SSL_new(tls);
    SSL_set_fd(connection, handle);
    uint8_t body[body_limit], frame[2048];
    char payload[512];
    struct message message;
    bool goes_on = SSL_accept(connection) == 1;
    while (goes_on) {
        size_t length = receive_body(connection, body);
        if (!length || !read_message(body, length, &message)) break;
        if (is(message.name_space, RECEIVER)) {
            snprintf(payload, sizeof payload,
                     "{\"requestId\":%ld,\"status\":{\"isActiveInput\":true,\"isStandBy\":false,\"userEq\":{},"
                     "\"volume\":{\"controlType\":\"attenuation\",\"level\":0.5,\"muted\":false,\"stepInterval\":0.05}},"
                     "\"type\":\"RECEIVER_STATUS\"}",
                     request_id(message.payload));
            goes_on = send_frame(connection, frame,
                                 make_frame(frame, text_of("receiver-0"), message.source, RECEIVER, payload));
        } else if (is(message.name_space, HEARTBEAT) && memmem(message.payload.start, message.payload.length, "PING", 4)) {
            goes_on = send_frame(connection, frame,
                                 make_frame(frame, text_of("receiver-0"), message.source, HEARTBEAT, "{\"type\":\"PONG\"}"));
        }
    }
    SSL_shutdown(connection);
    SSL_free(connection);
    close(handle);
    return NULL;
}

static void serve(const char *certificate, const char *key, int port) {
    tls = SSL_CTX_new(TLS_server_method());
    if (SSL_CTX_use_certificate_file(tls, certificate, SSL_FILETYPE_PEM) != 1) fail("reading the certificate");
    if (SSL_CTX_use_PrivateKey_file(tls, key, SSL_FILETYPE_PEM) != 1) fail("reading the key");
    int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, 512)) fail("listening");
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 256 * 1024);
    for (;;) {
        int handle = accept(listener, NULL, NULL);
        pthread_t thread;
        if (handle < 0) continue;
        if (pthread_create(&thread, &attributes, serve_sender, (void *)(intptr_t)handle)) close(handle);
        else pthread_detach(thread);
    }
}

// --- The sender ---------------------------------------------------------------------------------------------------

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static SSL *dial(const char *host, int port) {
    int handle = socket(AF_INET, SOCK_STREAM, 0), on = 1;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, host, &address.sin_addr) != 1) fail("reading the address");
    if (connect(handle, (struct sockaddr *)&address, sizeof address)) fail("connecting");
    setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    SSL *connection = SSL_new(tls);
    SSL_set_fd(connection, handle);
    if (SSL_connect(connection) != 1) fail("TLS");
    return connection;
}

static void say(SSL *connection, const char *name_space, const char *payload) {
    uint8_t frame[1024];
    size_t length = make_frame(frame, text_of("sender-0"), text_of("receiver-0"), name_space, payload);
    if (!send_frame(connection, frame, length)) fail("sending");
}

static void ask(SSL *connection, long id) {
    char payload[128];
    snprintf(payload, sizeof payload, "{\"type\":\"GET_STATUS\",\"requestId\":%ld}", id);
    say(connection, RECEIVER, payload);
}

/// Receives a reply and parses its request ID, as every sender has to.
static void take_answer(SSL *connection) {
    uint8_t body[body_limit];
    struct message message;
    size_t length = receive_body(connection, body);
    if (!length || !read_message(body, length, &message) || !request_id(message.payload)) fail("receiving");
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_times(const char *name, double *times, size_t count) {
    qsort(times, count, sizeof *times, ascending);
    printf("{\"%s\": {\"p50\": %.2f, \"p90\": %.2f, \"p99\": %.2f, \"max\": %.2f}}\n", name, times[count / 2],
           times[count * 9 / 10], times[count * 99 / 100], times[count - 1]);
}

int main(int count, char **words) {
    signal(SIGPIPE, SIG_IGN);
    if (count < 5) fail("reading the command line");
    if (!strcmp(words[1], "serve")) serve(words[2], words[3], atoi(words[4]));

    tls = SSL_CTX_new(TLS_client_method());
    const char *host = words[2];
    int port = atoi(words[3]);
    long runs = atol(words[4]);
    double *times = calloc((size_t)runs, sizeof *times);
    if (runs < 1 || !times) fail("reading the count");

    if (!strcmp(words[1], "connect")) {
        for (long run = -5; run < runs; run++) {
            double start = now();
            SSL *connection = dial(host, port);
            say(connection, CONNECTION, "{\"type\":\"CONNECT\"}");
            ask(connection, 1);
            take_answer(connection);
            if (run >= 0) times[run] = now() - start;
            close(SSL_get_fd(connection));
            SSL_free(connection);
        }
        print_times("connect", times, (size_t)runs);
        return 0;
    }
    SSL *connection = dial(host, port);
    say(connection, CONNECTION, "{\"type\":\"CONNECT\"}");
    if (!strcmp(words[1], "status")) {
        for (long run = -200; run < runs; run++) {
            double start = now();
            ask(connection, run + 201);
            take_answer(connection);
            if (run >= 0) times[run] = now() - start;
        }
        print_times("status", times, (size_t)runs);
        return 0;
    }
    if (strcmp(words[1], "pipeline") || count < 6) fail("reading the command line");
    long window = atol(words[5]), asked = 0;
    double start = now();
    for (long answered = 0; answered < runs; answered++) {
        while (asked < runs && asked - answered < window) ask(connection, ++asked);
        take_answer(connection);
    }
    printf("{\"per_second\": %.1f}\n", (double)runs / (now() - start) * 1e6);
    return 0;
}
