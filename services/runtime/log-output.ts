/** Writes the lines of a log without ever waiting for their reader. */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';

/** Maximum number of bytes that wait for a slow reader; further lines are dropped and counted. */
const MAX_WAITING_BYTES = 4 * 2 ** 20;
/** The largest write that a pipe takes as a whole (PIPE_BUF), so that the lines of processes that share a pipe are not mixed. */
const MAX_WRITE_BYTES = 4096;
/** Delay before the next write to a reader that took nothing. */
const RETRY_MS = 50;
/** Time that an ending process gives a slow reader. */
const FINAL_FLUSH_MS = 250;

interface LogOutput {
  /**
   * @param line with its line feed
   * @param now  true: the line is written before the return, where the reader takes it; false: with the other lines of this event-loop turn
   */
  write(line: string, now: boolean): void;
  /** Writes the waiting lines, for at most `FINAL_FLUSH_MS`. */
  end(): void;
  /** The number of lines that were dropped because the reader was too slow, or has gone. */
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
  /** Number of bytes of the first line that are written already. */
  let written = 0;
  let scheduled = false;
  let gone = false;
  let droppedLines = 0;
  let unreported = 0;

  const drop = (count: number) => {
    droppedLines += count;
    unreported += count;
  };
  const append = (line: string) => {
    const bytes = Buffer.from(line);
    lines.push(bytes);
    waitingBytes += bytes.length;
  };

  /** @returns whole lines up to the largest write, or the rest of one line */
  function nextWrite(): Buffer {
    let count = 0;
    let size = -written;
    for (const { length } of lines) {
      if (count > 0 && size + length > MAX_WRITE_BYTES) break;
      size += length;
      count++;
    }
    return Buffer.concat(lines.slice(0, count)).subarray(written);
  }

  function removeWritten(bytes: number): void {
    waitingBytes -= bytes;
    written += bytes;
    let whole = 0;
    for (const { length } of lines) {
      if (written < length) break;
      written -= length;
      whole++;
    }
    lines.splice(0, whole);
  }

  /** @returns true where no line waits any more */
  function flush(): boolean {
    while (lines.length > 0) {
      try {
        removeWritten(writeSync(output, nextWrite()));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return false;
        // The reader has gone, or the disk is full.
        gone = (error as NodeJS.ErrnoException).code === 'EPIPE';
        drop(lines.length);
        lines.length = waitingBytes = written = 0;
        return true;
      }
      if (unreported > 0 && lines.length === 0) {
        append(notice(unreported));
        unreported = 0;
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
      append(line);
      // After a reader took nothing, lines wait for the next scheduled write.
      if (now && (first || !scheduled)) flush();
      if (waitingBytes > 0 && !scheduled) {
        scheduled = true;
        setImmediate(flushLater);
      }
    },
    end: () => {
      const endsAt = performance.now() + FINAL_FLUSH_MS;
      const sleeping = new Int32Array(new SharedArrayBuffer(4));
      while (!flush() && performance.now() < endsAt) Atomics.wait(sleeping, 0, 0, 10);
    },
    dropped: () => droppedLines,
  };
}

/** Sockets in non-blocking mode. This reference keeps them from being collected, which would close their descriptors. */
const openSockets: Socket[] = [];

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
    if (kind.isSocket() || kind.isFIFO()) openSockets.push(new Socket({ fd, readable: false }));
    return fd;
  }
}
