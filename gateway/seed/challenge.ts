/**
 * `npm run challenge`: has second methods price a sample of the tenant's newest requests, as the cron job of a cluster does every night, and
 * writes what has drifted.
 *
 *   API_KEY=svc_… npm run challenge [-- URL]
 */
import type { ModelChallenge } from '#services/resources/model-challenge';
import { client } from './client.js';

const url = process.argv[2] ?? 'http://localhost:8080';
const key = process.env.API_KEY;
if (key === undefined) {
  process.stderr.write('API_KEY is required: a key of the tenant with the scope validate\n');
  process.exit(1);
}

const challenge = (await client(url, key).send('POST', '/desk/v1/validation/challenges', { sample: 200 })) as unknown as ModelChallenge;
for (const { pricerId, challengerId, compared, drifted, findingId } of challenge.results)
  process.stdout.write(
    `${pricerId} against ${challengerId}: ${drifted} of ${compared} prices have drifted${findingId === undefined ? '' : `, finding ${findingId}`}\n`,
  );
process.stdout.write(
  `${challenge.id}: ${challenge.receipts} receipts, ${challenge.unchallenged} prices that no pair of methods compares\n`,
);
