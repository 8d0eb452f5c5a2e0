/**
 * The content of the wire, line by line: each field of each message and each method of each service. The committed list (wire.txt) only ever
 * grows, so that an older and a newer version understand each other. `npm run proto` adds what is new and removes nothing.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { protoFolder, protos } from './loader.js';

const wireFile = path.join(protoFolder, 'wire.txt');

interface FieldType {
  readonly name: string;
  readonly number: number;
  /** LABEL_OPTIONAL | LABEL_REPEATED */
  readonly label: string;
  /** TYPE_UINT32, and so on. */
  readonly type: string;
  /** Full name of the type where it is a message or an enumeration; otherwise empty. */
  readonly typeName: string;
}

/** The protos of this version: `<message> <number> <name> <type>` and `<method> <request> → <reply>`, sorted. */
export function wireLines(): string[] {
  const lines: string[] = [];
  for (const [name, definition] of Object.entries(protos)) {
    if ('fileDescriptorProtos' in definition && 'type' in definition) {
      for (const field of (definition.type as { field: FieldType[] }).field) {
        const type = field.typeName || field.type.replace('TYPE_', '').toLowerCase();
        lines.push(`${name} ${field.number} ${field.name} ${field.label === 'LABEL_REPEATED' ? 'repeated ' : ''}${type}`);
      }
      continue;
    }
    for (const method of Object.values(definition as Record<string, Method>))
      lines.push(
        `${method.path} ${streamed(method.requestStream)}${nameOf(method.requestType)} → ${streamed(method.responseStream)}${nameOf(method.responseType)}`,
      );
  }
  return lines.sort();
}

interface Method {
  readonly path: string;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  readonly requestType: object;
  readonly responseType: object;
}

const streamed = (stream: boolean): string => (stream ? 'stream ' : '');
const nameOf = (message: object): string => (message as { type: { name: string } }).type.name;

export const committedWireLines = (): string[] =>
  existsSync(wireFile)
    ? readFileSync(wireFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];

/** Adds the lines of this version to the committed ones. */
function extendWireFile(): void {
  const lines = [...new Set([...committedWireLines(), ...wireLines()])].sort();
  writeFileSync(wireFile, `${lines.join('\n')}\n`);
}

if (import.meta.filename === process.argv[1]) extendWireFile();
