/** Configuration: the environment, parsed once when a process starts. A wrong value ends the process with the name of each variable. */
import { z } from 'zod';

export const portNumber = z.coerce.number().int().min(0).max(65535);

export interface Address {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?:dns:\/\/\/)?(\[[0-9A-Fa-f:.]+\]|[^\s:,/[\]]+):(\d{1,5})$/;

/** @returns undefined where the text is not an address; an IPv6 address stands in brackets */
export function parseAddress(text: string): Address | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65535 ? undefined : { host, port: Number(port) };
}

/** @returns undefined where the text is not one address or several, separated by commas */
export function parseAddresses(text: string): readonly Address[] | undefined {
  const all = text.split(',').map((each) => parseAddress(each.trim()));
  return all.every((each) => each !== undefined) ? all : undefined;
}

/** Addresses of a service. A name may have the addresses of several processes, and is looked up at intervals. */
export const address = z.string().refine((text) => parseAddresses(text) !== undefined, {
  error: ({ input }) => `must be host:port or dns:///host:port, or several separated by commas; got ${JSON.stringify(input)}`,
});

/** Exit status of a process that would fail in the same way if it were started again (sysexits.h, EX_CONFIG). */
export const EXIT_MISCONFIGURED = 78;

/** @throws Error that names each variable whose value is wrong */
export function readConfig<S extends z.ZodRawShape>(shape: S, environment: NodeJS.ProcessEnv): z.infer<z.ZodObject<S>> {
  // An empty variable counts as unset, because manifests and shells write unset variables so.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.object(shape).safeParse(set);
  if (parsed.success) return parsed.data;
  throw new Error(`configuration: ${parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join('; ')}`);
}

/**
 * Refuses variables with our prefix that no process reads, such as a misspelt name: it would otherwise silently have no effect.
 *
 * @param readVariables all variables that some process reads
 * @throws Error that names each unknown variable
 */
export function refuseUnknownVariables(readVariables: ReadonlySet<string>, environment: NodeJS.ProcessEnv): void {
  const unknown = Object.keys(environment).filter((name) => name.startsWith(OWN_PREFIX) && !readVariables.has(name));
  if (unknown.length === 0) return;
  const names = [...readVariables].filter((name) => name.startsWith(OWN_PREFIX)).sort();
  throw new Error(
    `configuration: ${unknown.map((name) => `${name}: no process reads this variable`).join('; ')}; those named ${OWN_PREFIX} are ${names.join(', ')}`,
  );
}

/** Only this prefix is certain to be ours: PORT or LOG_LEVEL may be meant for other programs. */
const OWN_PREFIX = 'SVC_';
