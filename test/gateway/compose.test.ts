import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import client from 'prom-client';
import { compose } from '#gateway/compose';
import { callerOf, UNKNOWN_IDENTITY } from '#proto/caller';
import type { CallFailure } from '#proto/failure';
import { pricing, reference } from '#proto/services';
import { calibration } from '#services/calibration/methods';
import { risk } from '#services/risk/methods';
import { type GrpcServer, serveGrpc } from '#services/rpc/server';
import { defined } from '#services/runtime/defined';
import { createLog } from '#services/runtime/log';
import { freePorts } from '../support/ports.js';
import { pause } from '../support/service.js';

const SECRET = 'the secret of these tests, 32 characters';
const definitions = { pricing, calibration, risk, reference };
type Name = keyof typeof definitions;
const names = Object.keys(definitions) as Name[];

describe('a process that runs operations', () => {
  const ports = new Map<Name, number>();
  const servers = new Map<Name, GrpcServer>();
  const start = async (name: Name) => {
    const server = await serveGrpc<object>({
      ...{ name, definition: definitions[name], handlers: {}, secret: SECRET, host: '127.0.0.1', port: defined(ports.get(name), name) },
      ...{ log: createLog('test', 'silent'), registry: new client.Registry() },
    });
    servers.set(name, server);
  };
  const composed = () => {
    const address = (name: Name) => `127.0.0.1:${ports.get(name)}`;
    const addresses = {
      PRICING_ADDRESS: address('pricing'),
      CALIBRATION_ADDRESS: address('calibration'),
      RISK_ADDRESS: address('risk'),
      REFERENCE_ADDRESS: address('reference'),
    };
    return compose({ ...addresses, SVC_SERVICE_SECRET: SECRET, SIMULATION_TIMEOUT_MS: 1_000 }, new client.Registry(), async () => ({
      contentType: '',
      body: '',
    }));
  };
  beforeEach(async () => {
    for (const [index, port] of (await freePorts(4)).entries()) ports.set(names[index]!, port);
  });
  afterEach(async () => {
    for (const server of servers.values()) await server.drain(0);
    servers.clear();
  });

  it('waits for each service until it has been reached once, and for the reference service whenever it is away', async () => {
    const { waitingFor, close } = composed();
    const becomes = async (expected: readonly Name[]) => {
      while (JSON.stringify(waitingFor().sort()) !== JSON.stringify([...expected].sort())) await pause(20);
    };
    await becomes(names);
    for (const name of ['pricing', 'calibration', 'reference'] as const) await start(name);
    await becomes(['risk']);
    await defined(servers.get('pricing'), 'pricing').drain(0);
    await start('risk');
    await becomes([]);
    await defined(servers.get('reference'), 'reference').drain(0);
    await becomes(['reference']);
    close();
  });

  it('makes the first call of a service when it is there, and does not refuse it because it starts', async () => {
    const { dependencies, close } = composed();
    const call = { caller: callerOf(UNKNOWN_IDENTITY, '') };
    const first = dependencies.pricing.listPricers({}, call).catch(({ code }: CallFailure) => code);
    await pause(500);
    await start('pricing');
    // The service has no handlers and answers that it does not have the method: the call has reached it.
    expect(await first).to.equal(status.UNIMPLEMENTED);
    close();
  });

  it('tells which services answer that they can serve', async () => {
    const { serving, close } = composed();
    for (const name of names) await start(name);
    const failing = async () => {
      const outcomes = await Promise.allSettled(names.map((name) => serving[name]?.()));
      return names.filter((_, index) => outcomes[index]?.status === 'rejected');
    };
    while ((await failing()).length > 0) await pause(20);
    defined(servers.get('reference'), 'reference').setFailing(['store']);
    await defined(servers.get('pricing'), 'pricing').drain(0);
    while ((await failing()).length < 2) await pause(20);
    expect(await failing()).to.have.members(['pricing', 'reference']);
    defined(servers.get('reference'), 'reference').setFailing([]);
    expect(await failing()).to.deep.equal(['pricing']);
    close();
  });

  it('does not wait longer than ten seconds for a service that others can do without', async () => {
    const { now } = performance;
    const { waitingFor, close } = composed();
    await start('reference');
    while (waitingFor().includes('reference')) await pause(20);
    expect(waitingFor()).to.have.members(['pricing', 'calibration', 'risk']);
    performance.now = () => now.call(performance) + 10_001;
    try {
      expect(waitingFor()).to.deep.equal([]);
    } finally {
      performance.now = now;
    }
    close();
  });
});
