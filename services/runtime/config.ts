/** Configuration: the environment, parsed once in a process's main, with every fault named at once. */
import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65535);

/** What every process reads. */
export const commonConfig = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** How long a stopping process lets the calls in flight finish. */
  SHUTDOWN_GRACE_MS: z.coerce.number().int().min(0).max(600_000).default(10_000),
  METRICS_HOST: z.string().default('127.0.0.1'),
};

/** What every gRPC service reads; each has a port of its own, so that all run on one machine. */
export const serviceConfig = (defaults: { port: number; metricsPort: number }) => ({
  ...commonConfig,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: port.default(defaults.port),
  METRICS_PORT: port.default(defaults.metricsPort),
});

export const portNumber = port;

export interface Address {
  readonly host: string;
  readonly port: number;
}

const ADDRESS = /^(?:dns:\/\/\/)?(\[[0-9A-Fa-f:.]+\]|[^\s:,/[\]]+):(\d{1,5})$/;

/** @returns undefined where it is none; an IPv6 address stands in brackets */
export function parseAddress(text: string): Address | undefined {
  const [, host, port] = ADDRESS.exec(text) ?? [];
  return host === undefined || Number(port) < 1 || Number(port) > 65535 ? undefined : { host, port: Number(port) };
}

/** A name may stand for several processes; gRPC looks it up again where it is written as dns:///name:port. */
export const address = z.string().refine((text) => parseAddress(text) !== undefined, {
  error: ({ input }) => `must be host:port or dns:///host:port; got ${JSON.stringify(input)}`,
});

/** Where each service listens: read by the gateway that calls them, and by the supervisor that starts them there. */
export const serviceAddresses = {
  PRICING_ADDRESS: address.default('127.0.0.1:50051'),
  CALIBRATION_ADDRESS: address.default('127.0.0.1:50052'),
  RISK_ADDRESS: address.default('127.0.0.1:50053'),
  REFERENCE_ADDRESS: address.default('127.0.0.1:50054'),
};

/** How a process says that starting it again would not help (sysexits.h, EX_CONFIG). */
export const EXIT_MISCONFIGURED = 78;

/** A process's configuration from its environment; one that is wrong ends it, naming each variable. */
export function configure<S extends z.ZodRawShape>(shape: S): z.infer<z.ZodObject<S>> {
  try {
    return readConfig(shape, process.env);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(EXIT_MISCONFIGURED);
  }
}

/** @throws Error that lists each variable that is wrong */
export function readConfig<S extends z.ZodRawShape>(shape: S, environment: NodeJS.ProcessEnv): z.infer<z.ZodObject<S>> {
  // An empty variable is an unset one: manifests and shells write them so.
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = z.object(shape).safeParse(set);
  if (parsed.success) return parsed.data;
  throw new Error(`configuration: ${parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`).join('; ')}`);
}
