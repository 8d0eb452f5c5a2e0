/** Certificates as cert-manager would issue them, made by openssl. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** PEM files. */
export interface IssuedFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** Makes authorities and certificates in a folder. */
export function issuerIn(folder: string) {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const file = (name: string) => path.join(folder, name);
  const filesOf = (name: string, ca = 'authority'): IssuedFiles => ({
    cert: file(`${name}.crt`),
    key: file(`${name}.key`),
    ca: file(`${ca}.crt`),
  });
  return {
    filesOf,

    authority: (name: string): void => {
      openssl('req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`, '-days', '2', '-keyout', `${name}.key`, '-out', `${name}.crt`);
    },

    /** A certificate for a name, in files of another name where one is given. An earlier one in the same files is replaced. */
    issue: (name: string, ca = 'authority', fileName = name): IssuedFiles => {
      writeFileSync(file(`${fileName}.ext`), `subjectAltName=DNS:${name}\n`);
      openssl('req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', `${fileName}.key`, '-out', `${fileName}.csr`);
      const signed = ['-CA', `${ca}.crt`, '-CAkey', `${ca}.key`, '-CAcreateserial', '-days', '1', '-extfile', `${fileName}.ext`];
      openssl('x509', '-req', '-in', `${fileName}.csr`, ...signed, '-out', `${fileName}.crt`);
      return filesOf(fileName);
    },
  };
}
