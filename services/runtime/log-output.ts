/** Lines of a log, written without ever waiting for whoever reads them. */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Bytes that wait for a slow reader at most; further lines are dropped and counted. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;
/** The largest write that a pipe takes as a whole (PIPE_BUF), so that the lines of processes that share one are not mixed up. */
const MAX_WRITE_BYTES = 4096;
/** Milliseconds after which a reader that took nothing is tried again. */
const RETRY_MS = 50;
/** Milliseconds that a process which ends gives a slow reader. */
const LAST_CHANCE_MS = 250;

export interface LogOutput {
  /**
   * @param line with its line feed
   * @param now  write it before returning, where the reader takes it; otherwise with the other lines of this turn of the event loop
   */
  write(line: string, now: boolean): void;
  /** Writes what waits, for at most `LAST_CHANCE_MS`. */
  end(): void;
  /** Lines that nobody will read: the reader was too slow, or has gone. */
  dropped(): number;
}

/**
 * @param fd  standard output, for example
 * @param notice  the line that tells how many lines were dropped; written as soon as the reader takes lines again
 */
export function openLogOutput(fd: number, notice: (dropped: number) => string): LogOutput {
  const output = nonBlocking(fd);
  const lines: Buffer[] = [];
  let waitingBytes = 0;
  /** Bytes of the first line that are written already. */
  let written = 0;
  let scheduled = false;
  let gone = false;
  let droppedLines = 0;
  let untold = 0;

  const drop = (count: number) => {
    droppedLines += count;
    untold += count;
  };
  const keep = (line: string) => {
    const bytes = Buffer.from(line);
    lines.push(bytes);
    waitingBytes += bytes.length;
  };

  /** Whole lines up to the largest write, or the rest of one line. */
  function nextWrite(): Buffer {
    let count = 0;
    let size = -written;
    while (count < lines.length && (count === 0 || size + lines[count].length <= MAX_WRITE_BYTES)) size += lines[count++].length;
    return Buffer.concat(lines.slice(0, count)).subarray(written);
  }

  function taken(bytes: number): void {
    waitingBytes -= bytes;
    written += bytes;
    let whole = 0;
    while (whole < lines.length && written >= lines[whole].length) written -= lines[whole++].length;
    lines.splice(0, whole);
  }

  /** @returns whether nothing waits any more */
  function flush(): boolean {
    while (lines.length > 0) {
      try {
        taken(writeSync(output, nextWrite()));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
        // Nobody reads any more, or the disk is full.
        gone = (error as NodeJS.ErrnoException).code === 'EPIPE';
        drop(lines.length);
        lines.length = waitingBytes = written = 0;
        return true;
      }
      if (untold > 0 && lines.length === 0) {
        keep(notice(untold));
        untold = 0;
      }
    }
    return true;
  }

  function flushLater(): void {
    scheduled = false;
    if (flush()) return;
    scheduled = true;
    setTimeout(flushLater, RETRY_MS).unref();
  }

  return {
    write: (line, now) => {
      if (gone || waitingBytes > MAX_WAITING_BYTES) return drop(1);
      const first = waitingBytes === 0;
      keep(line);
      // A reader that took nothing a moment ago is not tried again for each line.
      if (now && (first || !scheduled)) flush();
      if (waitingBytes > 0 && !scheduled) {
        scheduled = true;
        setImmediate(flushLater);
      }
    },
    end: () => {
      const endsAt = performance.now() + LAST_CHANCE_MS;
      const sleeping = new Int32Array(new SharedArrayBuffer(4));
      while (!flush() && performance.now() < endsAt) Atomics.wait(sleeping, 0, 0, 10);
    },
    dropped: () => droppedLines,
  };
}

/** Sockets in non-blocking mode, kept because their descriptors would be closed with them. */
const held: Socket[] = [];

/**
 * A descriptor on which a write that the reader does not take fails with EAGAIN. A pipe or a terminal is opened a second time, so that the
 * mode of the descriptor is ours alone. A socket cannot be, nor a pipe of another user: its mode is then that of all processes that
 * share it. Files never make a writer wait, and must keep the position that they share with standard error.
 */
function nonBlocking(fd: number): number {
  const kind = fstatSync(fd);
  if (kind.isFile()) return fd;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    if (kind.isSocket() || kind.isFIFO()) held.push(new Socket({ fd, readable: false }));
    return fd;
  }
}
