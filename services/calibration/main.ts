/** The calibration service's process. */
import { calibration } from '#proto/services';
import { runService } from '../rpc/service.js';
import { configure } from '../runtime/config.js';
import { calibrationConfig } from './config.js';
import { openFits } from './fits.js';
import { calibrationHandlers } from './handlers.js';

const config = configure(calibrationConfig);

await runService('calibration', calibration, config, async ({ registry }) => {
  const fits = openFits({ workers: config.SVC_WORKERS, queue: config.CALIBRATION_QUEUE });
  return { handlers: calibrationHandlers(fits, registry), close: fits.close };
});
