/** Receipts as files that prove themselves, and the keys by which their signatures are checked. */
import { z } from 'zod';
import { RECEIPT_FORMAT } from '#services/resources/receipt';
import { operation, renderedOperation } from '../contract/operation.js';
import { receiptView } from '../operations/receipts.js';
import { contentAddress, type ReceiptContent, type ReceiptFile } from '../run/receipt-file.js';
import { readReceipt } from '../run/receipts.js';

const uuid = z.uuid();

export const receiptFiles = [
  renderedOperation({
    id: 'getReceiptFile',
    largeAnswers: true,
    method: 'GET',
    path: '/desk/v1/receipts/{runId}/file',
    tag: 'Receipts',
    scope: 'governance',
    costClass: 'store',
    wire: 'document',
    failures: ['SVC-RES-001'],
    summary: 'Get the receipt of one run as a file that proves itself',
    description: `A JSON document with \`format\` (\`${RECEIPT_FORMAT}\`), \`contentAddress\`, \`signature\` and \`receipt\`, which is the receipt of /api/v1/governance/receipts/{runId}. The address is \`blake3:\` and the BLAKE3 hash of \`receipt\` as canonical JSON (RFC 8785). The signature has \`algorithm\` (Ed25519), \`keyId\` and \`value\` (base64), and is over the format, a line feed and the address; it is absent where the installation has no key. \`derivatives-verify FILE\` computes the result again without a server, and says where it differs.`,
    params: z.strictObject({ runId: uuid }),
    produces: ['application/json'],
    responseHeaders: { 'Content-Disposition': 'A name for the file' },
    handle: async ({ params: { runId }, call }, { evidence }) => {
      const receipt = JSON.parse(`${receiptView(await readReceipt(evidence, runId, call))}`) as ReceiptContent;
      const address = contentAddress(receipt);
      const { keyId, signature: value } = await evidence.signReceipt({ runId, address }, call);
      const file: ReceiptFile = {
        format: RECEIPT_FORMAT,
        contentAddress: address,
        ...(keyId && { signature: { algorithm: 'Ed25519', keyId, value } }),
        receipt,
      };
      return {
        contentType: 'application/json; charset=utf-8',
        body: JSON.stringify(file),
        headers: { 'Content-Disposition': `attachment; filename="receipt-${receipt.runId}.json"` },
      };
    },
  }),
  operation({
    id: 'listReceiptKeys',
    method: 'GET',
    path: '/desk/v1/receipt-keys',
    tag: 'Receipts',
    scope: 'any',
    costClass: 'store',
    summary: 'List the public keys of the installation that check signatures of receipts, the one that signs now first',
    response: z.object({
      keys: z.array(
        z.object({
          keyId: z.string().meta({ description: 'First 16 hexadecimal digits of the SHA-256 of the key (SPKI, DER)' }),
          publicKey: z.string().meta({ description: 'Ed25519, SPKI in PEM' }),
        }),
      ),
    }),
    handle: async ({ call }, { evidence }) => {
      const { keys } = await evidence.listSigningKeys({}, call);
      return { data: { keys: keys.map(({ keyId, publicKey }) => ({ keyId, publicKey })) } };
    },
  }),
];
