/** Writes the committed OpenAPI documents from the operations: `npm run openapi`. A test fails when a committed one is stale. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { adminOperations } from '#gateway/admin/index';
import { deskOperations } from '#gateway/desk/index';
import { operations } from '#gateway/operations/index';
import { packageRoot } from '#services/runtime/version';
import { clientFiles } from './client-files.js';
import { adminHeading, buildDocument, deskHeading } from './document.js';
import type { View } from './view.js';

/** The committed file of each document. */
export const documentFiles: Readonly<Record<View, string>> = {
  data: path.join(packageRoot, 'openapi/openapi.yaml'),
  wire: path.join(packageRoot, 'openapi/openapi-wire.yaml'),
};

/** The document of administration, a list of its own. */
export const adminFile = path.join(packageRoot, 'openapi/admin.yaml');

/** The operations that it describes, as a deployment with TLS serves them. */
export const documentedAdmin = adminOperations({ secureCookies: true });

export const buildAdminDocument = (): string => buildDocument(documentedAdmin, 'wire', adminHeading);

/** The document of the operations of the desk, a list of its own. */
export const deskFile = path.join(packageRoot, 'openapi/desk.yaml');

export const buildDeskDocument = (): string => buildDocument(deskOperations, 'wire', deskHeading);

/** The text of each file that the clients take from the operations, by its path. */
export const buildClientFiles = (): ReadonlyMap<string, string> => clientFiles(operations, parse(buildDocument(operations, 'wire')));

if (import.meta.filename === process.argv[1]) {
  for (const [view, file] of Object.entries(documentFiles)) writeFileSync(file, buildDocument(operations, view as View));
  writeFileSync(adminFile, buildAdminDocument());
  writeFileSync(deskFile, buildDeskDocument());
  for (const [file, text] of buildClientFiles()) writeFileSync(file, text);
}
