/** A pricing service on loopback whose handlers are those of the test. */
import pino from 'pino';
import client from 'prom-client';
import { pricing } from '#services/pricing/methods';
import { type GrpcServer, serveGrpc } from '#services/rpc/server';
import type { CertificateFiles } from '#services/runtime/certificates';

export const SECRET = 'the secret of these tests, 32 characters';

type PricingHandlers = Parameters<typeof serveGrpc<typeof pricing>>[0]['handlers'];

export const servePricing = (handlers: PricingHandlers, certificates?: CertificateFiles): Promise<GrpcServer> =>
  serveGrpc({
    name: 'pricing',
    definition: pricing,
    handlers,
    secret: SECRET,
    ...(certificates !== undefined && { certificates }),
    host: '127.0.0.1',
    port: 0,
    log: pino({ level: 'silent' }),
    registry: new client.Registry(),
  });
