import { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { codeOf } from '../../platform/disk/errno.ts';

/** Longest wait for an answer that may lie in front of a refused write, ms; all of it is here already, or lost. */
const patienceMs = 500;

/** What a write is refused with once the other side has closed. */
const closed = new Set(['EPIPE', 'ECONNRESET']);

type Done = (error?: Error | null) => void;

/** A write's callback that tells of a closed connection only when what was received before it has been read. */
function patient(socket: Socket, done: Done): Done {
  return (error) => {
    const code = codeOf(error);
    if (socket.destroyed || !closed.has(code)) {
      done(error);
      return;
    }
    let last: NodeJS.Immediate | undefined;
    const end = (): void => {
      clearTimeout(timer);
      clearImmediate(last);
      socket.off('close', end);
      done(error);
    };
    // A thread that was busy for so long has its timers before what lies there to be read: that is read first.
    const timer = setTimeout(() => (last = setImmediate(end)), patienceMs);
    socket.once('close', end);
  };
}

/**
 * Lets what the other side said before it closed be read before a write fails. A server that refuses an upload (413, 415, 401)
 * answers and closes while bytes still come; the next write then finds a closed connection, and Node drops the answer that
 * lies there unread.
 */
function readBeforeFailing(socket: Socket): void {
  const write = socket._write.bind(socket);
  socket._write = (chunk, encoding, done) => write(chunk, encoding, patient(socket, done));
  const writeMany = socket._writev?.bind(socket);
  if (writeMany !== undefined) socket._writev = (chunks, done) => writeMany(chunks, patient(socket, done));
}

/** A connector whose sockets read what was answered before they fail; `connect` makes the connections. */
export function patientConnector(
  connect: buildConnector.BuildOptions | buildConnector.connector,
): buildConnector.connector {
  const connector = typeof connect === 'function' ? connect : buildConnector(connect);
  return (options, callback) => {
    connector(options, (...result) => {
      const [, socket] = result;
      if (socket instanceof Socket) readBeforeFailing(socket);
      callback(...result);
    });
  };
}
