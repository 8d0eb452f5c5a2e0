/** The process of the calibration service. */
import { calibration } from '#proto/services';
import { runService } from '../rpc/service.js';
import { openFits } from './fits.js';
import { calibrationHandlers } from './handlers.js';

await runService('calibration', calibration, async ({ config, registry }) => {
  const fits = openFits({ workers: config.SVC_WORKERS, queue: config.CALIBRATION_QUEUE });
  return { handlers: calibrationHandlers(fits, registry), close: fits.close };
});
