import { defined } from '#services/runtime/defined';
import { get } from '../support/http.js';
import { childrenOf } from '../support/processes.js';
import { base62, pause, startService } from '../support/service.js';
import { promised, type Scenario } from './scenario.js';

const GUESSES = { full: 5_000, short: 500 };
const CALLERS = 8;

/** Junk keys arrive from the address of a caller whose key is right, at a gateway that has just been restarted. */
export const guessedKeys: Scenario = {
  name: 'guessed-keys',
  promise:
    'whoever guesses keys is told to wait, and the right key from the same address is never refused, not even at a gateway that has just started',
  run: async (effort) => {
    const service = await startService({ environment: { LOG_LEVEL: 'fatal' } });
    try {
      process.kill(defined(childrenOf(defined(service.supervisor.pid, 'the supervisor')).get('gateway'), 'the gateway'), 'SIGKILL');
      while ((await get(service, '/health').catch(() => undefined))?.status !== 200) await pause(50);
      const told = new Map<number, number>();
      let remaining = GUESSES[effort];
      const guesser = async (): Promise<void> => {
        while (remaining-- > 0) {
          const { status } = await get({ url: service.url, key: `svc_live_${base62(32)}` }, '/api/v1/entitlements');
          told.set(status, (told.get(status) ?? 0) + 1);
        }
      };
      const guessing = Promise.all(Array.from({ length: CALLERS }, guesser));
      let refused = 0;
      let tried = 0;
      for (; remaining > 0; tried++) {
        if (remaining > GUESSES[effort] - 100) {
          await pause(10);
          continue;
        }
        if ((await get(service, '/api/v1/entitlements')).status !== 200) refused++;
      }
      await guessing;
      const measured = `${GUESSES[effort]} guesses: ${[...told].map(([status, count]) => `${count} answered ${status}`).join(', ')}; the right key refused ${refused} of ${tried} times`;
      promised(
        refused === 0 && tried > 0 && [...told.keys()].every((status) => status === 401 || status === 429) && told.has(429),
        measured,
      );
      return measured;
    } finally {
      await service.stop();
    }
  },
};
