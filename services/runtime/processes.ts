/** The processes of the service: the file that each runs and the environment variables that it reads. */
import { z } from 'zod';
import { RAW_KEY } from '../resources/key.js';
import {
  type CertificateFiles,
  certificateFiles,
  type PublicCertificateFiles,
  publicCertificateFiles,
  readPeerCertificate,
  readPublicCertificate,
  readTemporalCertificate,
  type TemporalCertificateFiles,
  temporalCertificateFiles,
} from './certificates.js';
import { address, EXIT_MISCONFIGURED, parseAddress, portNumber, readConfig, refuseUnknownVariables } from './config.js';
import { isOrigin, isProviderAddress } from './identity-provider.js';
import { availableProcessors } from './processors.js';
import { isWebhookAddress, parseWebhookHosts, parseWebhookKey } from './webhook-hosts.js';

/** The address of a collector of OpenTelemetry. */
const collector = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** The variables of every process, the supervisor included. */
const common = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Milliseconds that a stopping process gives the calls in flight to finish. */
  SHUTDOWN_GRACE_MS: z.coerce.number().int().min(0).max(600_000).default(10_000),
  METRICS_HOST: z.string().default('127.0.0.1'),
  ...certificateFiles,
  /** Traces, by the standard names: the packages of OpenTelemetry read them too, and others that stand only in the standard. */
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json'], 'must be http/json: other protocols are not spoken').optional(),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp'),
};

const MIN_SECRET_LENGTH = 32;

/** The secret that shows a peer that a call comes from a process of this installation. */
const serviceSecret = z
  .string({ error: 'is required: a secret shared by the gateway and the services (npm start makes one for its processes)' })
  .min(MIN_SECRET_LENGTH, `must have at least ${MIN_SECRET_LENGTH} characters`);

/** The variables of the store. */
export const storeVariables = {
  /** The MongoDB that all replicas share; unset: the embedded store. */
  MONGODB_URI: z.string().optional(),
  /** The folder of the embedded store, used where MONGODB_URI is unset. */
  SVC_DATA_DIR: z.string().default('./data'),
};

/** The job engine for what one machine does not do; where TEMPORAL_ADDRESS is unset, jobs are in the embedded queue. */
const temporal = {
  TEMPORAL_ADDRESS: z
    .string()
    .refine((text) => parseAddress(text) !== undefined, { error: ({ input }) => `must be host:port; got ${JSON.stringify(input)}` })
    .optional(),
  TEMPORAL_NAMESPACE: z.string().min(1).default('default'),
  TEMPORAL_TASK_QUEUE: z.string().min(1).default('derivatives-jobs'),
  ...temporalCertificateFiles,
};

const webhookKey = z
  .string()
  .refine((text) => parseWebhookKey(text) !== undefined, 'must be whsec_ and 24 to 64 bytes in base64')
  .optional();

/** Webhooks of jobs: the hosts to which they may be sent, and the key by which their receivers recognise them. */
const webhooks = {
  JOB_WEBHOOK_HOSTS: z
    .string()
    .refine((text) => parseWebhookHosts(text) !== undefined, {
      error: ({ input }) =>
        `must be host, host:port, *.domain or *.domain:port, or several separated by commas; got ${JSON.stringify(input)}`,
    })
    .optional(),
  JOB_WEBHOOK_KEY: webhookKey,
};

/** The address to which the tokens of invitations are posted. Where it is unset, whoever invites a user is shown the token. */
const invitations = {
  INVITATION_WEBHOOK_URL: z.string().refine(isWebhookAddress, 'must be an https address').optional(),
  INVITATION_WEBHOOK_KEY: webhookKey,
};

/** The identity provider by which people sign in (OpenID Connect). Where OIDC_ISSUER is unset, they sign in with passwords. */
const identity = {
  OIDC_ISSUER: z.string().refine(isProviderAddress, 'must be an https address').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** True where the provider gives the addresses itself, and does not say of each that it is verified. */
  OIDC_TRUSTS_EMAIL: z.stringbool().default(false),
  /** The address at which browsers reach the service, such as https://derivatives.example.com. */
  PUBLIC_ORIGIN: z.string().refine(isOrigin, 'must be an https address without a path').optional(),
};

/** Number of days for which the receipts of a tenant are kept; 0: for ever. */
const receiptDays = (days: number) => z.coerce.number().int().min(0).max(36_525).default(days);

/** The variables of every gRPC service. Each has its own default port, so that all can run on one machine. */
const service = (defaults: { port: number; metricsPort: number }) => ({
  ...common,
  SVC_SERVICE_SECRET: serviceSecret,
  GRPC_HOST: z.string().default('127.0.0.1'),
  GRPC_PORT: portNumber.default(defaults.port),
  METRICS_PORT: portNumber.default(defaults.metricsPort),
});

/** Number of threads for computations. Results do not depend on it. */
const workers = z.coerce.number().int().min(1).max(256).default(availableProcessors());
const queueLength = z.coerce.number().int().min(1).max(100_000).default(256);

/**
 * Minimum duration of a block of a job, milliseconds. Handing out a block and storing its result takes some tens of milliseconds, a few
 * per cent of half a second.
 */
const blockMs = z.coerce.number().int().min(1).max(600_000).default(500);

/** Addresses at which the gateway calls the services, and at which the supervisor starts them. */
const serviceAddresses = {
  PRICING_ADDRESS: address.default('127.0.0.1:50051'),
  CALIBRATION_ADDRESS: address.default('127.0.0.1:50052'),
  RISK_ADDRESS: address.default('127.0.0.1:50053'),
  REFERENCE_ADDRESS: address.default('127.0.0.1:50054'),
};

export const processes = {
  reference: {
    main: 'services/reference/main.js',
    config: {
      ...service({ port: 50054, metricsPort: 9468 }),
      ...storeVariables,
      ...temporal,
      ...webhooks,
      ...invitations,
      /** PEM file with the Ed25519 private key that signs the chains of receipts and audit entries, and former keys after it. */
      SVC_SIGNING_KEY_FILE: z.string().optional(),
      /** The file that keeps the ends of the chains outside the store; unset: chain-heads.json beside the embedded store. */
      SVC_CHAIN_HEADS_FILE: z.string().optional(),
      /** Retention in days. The defaults are a month, a year, and the seven years for which banks keep their records. */
      SVC_RECEIPT_DAYS_FREE: receiptDays(30),
      SVC_RECEIPT_DAYS_PRO: receiptDays(365),
      SVC_RECEIPT_DAYS_BUSINESS: receiptDays(2557),
      SVC_RECEIPT_DAYS_ENTERPRISE: receiptDays(2557),
      /** Mebibytes of the disk that the tenants that store most leave to the others; 0: none. */
      SVC_DISK_RESERVE_MB: z.coerce.number().min(0).max(1e9).default(1_024),
      /** The key of the first tenant; where it is unset, one is made and shown once. */
      SVC_BOOTSTRAP_KEY: z.string().regex(RAW_KEY, 'must be svc_live_ or svc_test_ and 32 characters of 0-9, A-Z, a-z').optional(),
    },
  },
  pricing: {
    main: 'services/pricing/main.js',
    config: {
      ...service({ port: 50051, metricsPort: 9465 }),
      /** The backend that simulates paths; auto takes the fastest that is available. */
      SVC_BACKEND: z.enum(['auto', 'webgpu', 'webasm', 'cpu']).default('auto'),
      SVC_WORKERS: workers,
      /** Paths × steps × assets of one simulation; a larger one is refused before memory is allocated. */
      SIMULATION_COST_LIMIT: z.coerce.number().min(1).default(4e9),
      /** Simulations that may wait; further ones are refused as busy. */
      SIMULATION_QUEUE: queueLength,
      JOB_BLOCK_MS: blockMs,
    },
  },
  calibration: {
    main: 'services/calibration/main.js',
    config: {
      ...service({ port: 50052, metricsPort: 9466 }),
      SVC_WORKERS: workers,
      /** Calibrations that may wait; further ones are refused as busy. */
      CALIBRATION_QUEUE: queueLength,
    },
  },
  risk: {
    main: 'services/risk/main.js',
    config: {
      ...service({ port: 50053, metricsPort: 9467 }),
      SVC_WORKERS: workers,
      /** Scenarios × positions of one risk computation; a larger one is refused before it begins. */
      RISK_COST_LIMIT: z.coerce.number().min(1).default(4e8),
      /** Risk computations that may wait; further ones are refused as busy. */
      RISK_QUEUE: queueLength,
      JOB_BLOCK_MS: blockMs,
    },
  },
  gateway: {
    main: 'gateway/main.js',
    config: {
      ...common,
      SVC_SERVICE_SECRET: serviceSecret,
      /** Loopback by default: a machine that runs `npm start` is not open to its network. Images and manifests set 0.0.0.0. */
      HOST: z.string().default('127.0.0.1'),
      PORT: portNumber.default(8080),
      METRICS_PORT: portNumber.default(9464),
      ...serviceAddresses,
      /** Milliseconds that a simulation, a calibration or a large batch may take. */
      SIMULATION_TIMEOUT_MS: z.coerce.number().int().min(100).max(3_600_000).default(60_000),
      ...identity,
      /** Proxies between the callers and the gateway. */
      TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
      /** Bytes of request bodies that are held at once, inflated; further ones are refused as busy. */
      BODY_BYTES_IN_FLIGHT: z.coerce
        .number()
        .int()
        .min(2 ** 20)
        .default(128 * 2 ** 20),
      /** Connections to the public port, in all and from one address; 0: from one address as many as in all, as behind a proxy. */
      MAX_CONNECTIONS: z.coerce.number().int().min(1).default(5_000),
      MAX_ADDRESS_CONNECTIONS: z.coerce.number().int().min(0).default(500),
      ...publicCertificateFiles,
    },
  },
  worker: {
    main: 'gateway/worker.js',
    config: {
      ...common,
      SVC_SERVICE_SECRET: serviceSecret,
      METRICS_PORT: portNumber.default(9469),
      ...serviceAddresses,
      ...temporal,
      JOB_BLOCK_MS: blockMs,
      /** Jobs that the worker runs at the same time: most of their work is done by the services. */
      JOB_LANES: z.coerce.number().int().min(1).max(64).default(2),
      /** Milliseconds that a simulation, a calibration or a large batch of a job may take. */
      JOB_TIMEOUT_MS: z.coerce.number().int().min(100).max(86_400_000).default(3_600_000),
    },
  },
} as const;

export type ProcessName = keyof typeof processes;
type Configs = { [Name in ProcessName]: z.infer<z.ZodObject<(typeof processes)[Name]['config']>> };
/** The configuration of every gRPC service. */
export type ServiceConfig = z.infer<z.ZodObject<ReturnType<typeof service>>>;
export type Config<Name extends ProcessName> = Configs[Name];

/** The variables of all processes, which the supervisor reads too, so that a wrong one is found before any process starts. */
const supervisor = {
  ...processes.reference.config,
  ...processes.pricing.config,
  ...processes.calibration.config,
  ...processes.risk.config,
  ...processes.worker.config,
  ...processes.gateway.config,
  SVC_SERVICE_SECRET: serviceSecret.optional(),
};

const readVariables = new Set(Object.values(processes).flatMap(({ config }) => Object.keys(config)));

/** The configuration of this process. A wrong or unknown variable ends the process. */
export const configure = <Name extends ProcessName>(name: Name): Config<Name> =>
  read<z.ZodRawShape>(processes[name].config) as Config<Name>;

export const configureSupervisor = (): z.infer<z.ZodObject<typeof supervisor>> => read(supervisor);

function read<S extends z.ZodRawShape>(shape: S): z.infer<z.ZodObject<S>> {
  try {
    refuseUnknownVariables(readVariables, process.env);
    const config = readConfig(shape, process.env);
    // A certificate that cannot be used ends the process: without it, requests could be read on the network.
    readPeerCertificate(config as CertificateFiles);
    readPublicCertificate(config as PublicCertificateFiles);
    readTemporalCertificate(config as TemporalCertificateFiles);
    return config;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(EXIT_MISCONFIGURED);
  }
}

/** Variables of the operating system, of Node.js, of OpenTelemetry and of the graphics drivers, which every process may need. */
const SYSTEM_VARIABLE =
  /^(PATH|HOME|USER|LOGNAME|TMPDIR|TZ|LANG|LC_\w+|HOSTNAME|DISPLAY|WAYLAND_DISPLAY|SSL_CERT_\w+|(NODE|OTEL|UV|LD|MALLOC|XDG|VK|NVIDIA|CUDA|MESA|GALLIUM|LP|DRI|LIBGL|EGL|__GLX|__EGL)_\w+)$/;

/** The variables of an environment that a process reads: a secret goes to no process that does not need it. */
export function environmentFor(name: ProcessName, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const variables = new Set(Object.keys(processes[name].config));
  return Object.fromEntries(Object.entries(environment).filter(([variable]) => variables.has(variable) || SYSTEM_VARIABLE.test(variable)));
}
