/** A process that does nothing: the delay of its event loop is what the machine does to every process. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 10 });
delay.enable();
/** Asked for, tells the 99th percentile since it was asked before, milliseconds. */
process.on('message', () => {
  process.send?.(delay.percentile(99) / 1e6);
  delay.reset();
});
process.on('disconnect', () => process.exit(0));
