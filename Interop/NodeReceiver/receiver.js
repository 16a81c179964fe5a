// SPDX-License-Identifier: Apache-2.0
// A receiver around the server class of node-castv2: the smallest that launches an app, plays media and stops.
//
// usage: NODE_PATH=FOLDER/node_modules node receiver.js KEY CERTIFICATE PORT
'use strict';

const fs = require('fs');
const { Server } = require('castv2');

const [key, cert, port] = process.argv.slice(2);
const PREFIX = 'urn:x-cast:com.google.cast.';
const MEDIA = PREFIX + 'media';
const DEFAULT_APP = 'CC1AD845';
const SESSION = 'node-session';

const volume = { level: 0.5, muted: false, controlType: 'attenuation', stepInterval: 0.05 };
let app = null;
let sessions = 0;
let media = null;
const peers = new Map();

const server = new Server({ key: fs.readFileSync(key), cert: fs.readFileSync(cert) });

function send(client, source, destination, namespace, message) {
  // The class keeps no queue: sending to a sender that has disconnected throws.
  if (server.clients[client]) server.send(client, source, destination, namespace, JSON.stringify(message));
}

function receiverStatus() {
  const status = { volume };
  if (app) status.applications = [app];
  console.log(JSON.stringify({ state: { app: app && app.appId, level: volume.level, muted: volume.muted } }));
  return { type: 'RECEIVER_STATUS', status };
}

function position() {
  return media.base + (media.state === 'PLAYING' ? (Date.now() - media.since) / 1000 : 0);
}

function move(seconds, state) {
  Object.assign(media, { base: seconds, since: Date.now(), state });
}

function mediaStatus() {
  if (!media) return { type: 'MEDIA_STATUS', status: [] };
  const { session, state, information } = media;
  const status = { mediaSessionId: session, playerState: state, currentTime: position(), playbackRate: 1 };
  Object.assign(status, { supportedMediaCommands: 3, volume: { level: 1, muted: false }, media: information });
  return { type: 'MEDIA_STATUS', status: [status] };
}

// A JSON object; null if the text is something else.
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch (error) {
    return null;
  }
}

// The response to a request, and whether all senders receive it.
function platform(request) {
  switch (request.type) {
    case 'GET_STATUS':
      return [receiverStatus(), false];
    case 'GET_APP_AVAILABILITY': {
      const answer = id => [id, id === DEFAULT_APP ? 'APP_AVAILABLE' : 'APP_UNAVAILABLE'];
      return [{ responseType: request.type, availability: Object.fromEntries(request.appId.map(answer)) }, false];
    }
    case 'LAUNCH':
      if (request.appId !== DEFAULT_APP) return [{ type: 'LAUNCH_ERROR', reason: 'NOT_FOUND' }, false];
      app = app || {
        appId: DEFAULT_APP, displayName: 'Default Media Receiver', isIdleScreen: false, namespaces: [{ name: MEDIA }],
        sessionId: SESSION, statusText: 'Ready To Cast', transportId: SESSION,
      };
      return [receiverStatus(), true];
    case 'STOP':
      if (!app || request.sessionId !== SESSION) {
        return [{ type: 'INVALID_REQUEST', reason: 'INVALID_SESSION_ID' }, false];
      }
      app = media = null;
      return [receiverStatus(), true];
    case 'SET_VOLUME':
      if (typeof request.volume.level === 'number') volume.level = Math.min(Math.max(request.volume.level, 0), 1);
      if (typeof request.volume.muted === 'boolean') volume.muted = request.volume.muted;
      return [receiverStatus(), true];
    default:
      return [{ type: 'INVALID_REQUEST', reason: 'INVALID_COMMAND' }, false];
  }
}

function player(request) {
  if (request.type === 'GET_STATUS') return [mediaStatus(), false];
  if (request.type === 'LOAD' && request.media) {
    sessions += 1;
    media = { session: sessions, information: { ...request.media, duration: 60 } };
    move(request.currentTime || 0, request.autoplay === false ? 'PAUSED' : 'PLAYING');
    return [mediaStatus(), true];
  }
  if (!media || request.mediaSessionId !== media.session) {
    return [{ type: 'INVALID_REQUEST', reason: 'INVALID_MEDIA_SESSION_ID' }, false];
  }
  switch (request.type) {
    case 'PLAY': move(position(), 'PLAYING'); break;
    case 'PAUSE': move(position(), 'PAUSED'); break;
    case 'SEEK': move(Math.min(Math.max(request.currentTime, 0), 60), media.state); break;
    case 'STOP': {
      const status = { mediaSessionId: media.session, playerState: 'IDLE', idleReason: 'CANCELLED', currentTime: 0 };
      media = null;
      return [{ type: 'MEDIA_STATUS', status: [status] }, true];
    }
    default: return [{ type: 'INVALID_REQUEST', reason: 'INVALID_COMMAND' }, false];
  }
  return [mediaStatus(), true];
}

server.on('message', (client, source, destination, namespace, data) => {
  const message = Buffer.isBuffer(data) ? null : parsed(data);
  if (!message) return;
  if (namespace === PREFIX + 'tp.heartbeat') {
    if (message.type === 'PING') send(client, destination, source, namespace, { type: 'PONG' });
    return;
  }
  const peer = `${client} ${source} ${destination}`;
  if (namespace === PREFIX + 'tp.connection') {
    if (message.type === 'CONNECT') peers.set(peer, [client, source, destination]);
    else if (message.type === 'CLOSE') peers.delete(peer);
    return;
  }
  const answers = destination === 'receiver-0' && namespace === PREFIX + 'receiver' ? platform
    : app && destination === app.transportId && namespace === MEDIA ? player : null;
  if (!answers || !peers.has(peer) || !Number.isInteger(message.requestId)) return;
  const [answer, isForAll] = answers(message);
  const response = { requestId: message.requestId, ...answer };
  if (!isForAll) return send(client, destination, source, namespace, response);
  const clients = [...peers.values()].filter(each => each[2] === destination).map(each => each[0]);
  for (const each of new Set(clients)) send(each, destination, '*', namespace, response);
});

// The class throws at bytes that are no CastMessage, and has no handler for connections that break. Members of the wrong type
// are not checked above either: such a request is dropped.
process.on('uncaughtException', error => console.error(String(error)));
process.on('SIGTERM', () => process.exit(0));

server.listen(Number(port), '127.0.0.1', () => console.log(`ready ${port}`));
