/** The secrets of an installation, made anew while it runs, as k8s/UPKEEP.md says. */
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ProcessName, processes } from '#services/runtime/processes';
import { issuerIn } from '../support/certificates.js';
import { expectSuccess } from '../support/envelope.js';
import { post } from '../support/http.js';
import type { Caller } from '../support/jobs.js';

interface Secrets {
  /** The variables that name the files to a process. */
  readonly environmentOf: (name: ProcessName) => Readonly<Record<string, string>>;
  /** Makes new certificates for all processes, and a new signing key before the former ones. The signing key is read at the next start. */
  renew(): void;
}

/** Mutual TLS between the processes, and a key that signs the chains. */
export function secretsIn(folder: string): Secrets {
  const signingKeys = path.join(folder, 'signing-keys.pem');
  const issuer = issuerIn(folder);
  issuer.authority('authority');
  const renew = (): void => {
    for (const name of Object.keys(processes) as ProcessName[]) {
      // Under another name first: a process that reads the files meanwhile would find a certificate beside the key of another.
      const { cert, key } = issuer.issue(name, 'authority', `${name}-new`);
      const files = issuer.filesOf(name);
      renameSync(key, files.key);
      renameSync(cert, files.cert);
    }
    const former = existsSync(signingKeys) ? readFileSync(signingKeys, 'utf8') : '';
    writeFileSync(signingKeys, generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) + former);
  };
  renew();
  return {
    environmentOf: (name) => {
      const { cert, key, ca } = issuer.filesOf(name);
      return {
        SVC_GRPC_TLS_CERT_FILE: cert,
        SVC_GRPC_TLS_KEY_FILE: key,
        SVC_GRPC_TLS_CA_FILE: ca,
        ...(name === 'reference' && { SVC_SIGNING_KEY_FILE: signingKeys }),
      };
    },
    renew,
  };
}

/** Replaces an API key by a new one. The former one is accepted for an hour. @returns the id and the text of the new one */
export async function rotateKey(caller: Caller, id: string): Promise<{ readonly id: string; readonly key: string }> {
  return expectSuccess(await post(caller, `/admin/v1/tenants/ten_first/keys/${id}/rotate`, { overlapHours: 1 }), 201);
}
