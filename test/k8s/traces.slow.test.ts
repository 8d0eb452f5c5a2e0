/** The traces of a running service, as a collector gets them: this test is the collector. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { EXIT_MISCONFIGURED } from '#services/runtime/config';
import { packageRoot } from '#services/runtime/version';
import { expectSuccess } from '../support/envelope.js';
import { post, send } from '../support/http.js';
import { pause, type RunningService, startService } from '../support/service.js';

interface SentSpan {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface SentSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<SentSpan, 'service'>[] }[];
  }[];
}

const attribute = ({ attributes }: Pick<SentSpan, 'attributes'>, name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value.stringValue;

/** Spans are sent after at most 100 ms (below); a busy machine may take longer. */
const SENT_MS = 20_000;

const contract = {
  contract: { type: 'vanilla_call', underlying: 'SPX', strike: 105, expiry: '2028-01-05' },
  market: { spot: 100, rate: 0.03, volatility: 0.2, valuationDate: '2026-01-05' },
  pricer: { numPaths: 1024 },
};
const SPAN_OF_CALLER = '00f067aa0ba902b7';
const traceparent = (trace: string, flags: string) => ({ traceparent: `00-${trace}-${SPAN_OF_CALLER}-${flags}` });

describe('traces', function () {
  this.timeout(120_000);
  const sent: SentSpan[] = [];
  let collector: Server;
  let service: RunningService;

  before(async () => {
    collector = createServer(async (request, response) => {
      const { resourceSpans } = JSON.parse(await text(request)) as SentSpans;
      expect(request.url).to.equal('/v1/traces');
      for (const { resource, scopeSpans } of resourceSpans)
        for (const span of scopeSpans.flatMap(({ spans }) => spans)) sent.push({ ...span, service: attribute(resource, 'service.name')! });
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
    collector.listen(0, '127.0.0.1');
    await once(collector, 'listening');
    service = await startService({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: '100',
        LOG_LEVEL: 'info',
      },
    });
  });

  after(async () => {
    await service?.stop();
    collector.close();
  });

  /** Waits for a span of each service that a request needs. */
  async function spansOf(trace: string): Promise<SentSpan[]> {
    const ofTrace = () => sent.filter(({ traceId }) => traceId === trace);
    for (const endsAt = Date.now() + SENT_MS; Date.now() < endsAt; await pause(100))
      if (['gateway', 'pricing', 'reference'].every((name) => ofTrace().some(({ service: from }) => from === name))) break;
    // The gateway's own span ends last.
    await pause(500);
    return ofTrace();
  }

  it('lead from the caller through the gateway to the compute thread and to the store', async () => {
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const answer = await send(service, 'POST', '/api/v1/contract/price', { body: contract, headers: traceparent(trace, '01') });
    expectSuccess(answer);
    const { runId } = answer.body.meta.manifest;
    const spans = await spansOf(trace);
    /** The names from a span up to the caller's. */
    const wayTo = (span: SentSpan): string[] => {
      const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
      if (parent === undefined) expect(span.parentSpanId).to.equal(SPAN_OF_CALLER);
      return [`${span.service}: ${span.name}`, ...(parent === undefined ? [] : wayTo(parent))];
    };
    const wayToLast = (name: RegExp) => wayTo(spans.findLast((span) => name.test(`${span.service}: ${span.name}`))!);
    const root = 'gateway: POST /api/v1/contract/price';
    expect(wayToLast(/^pricing: compute$/)).to.deep.equal([
      'pricing: compute',
      'pricing: svc.pricing.v1.Pricing/PriceContract',
      'gateway: svc.pricing.v1.Pricing/PriceContract',
      root,
    ]);
    expect(wayToLast(/^reference: store insert/)).to.deep.equal([
      'reference: store insert',
      'reference: svc.evidence.v1.Evidence/RecordReceipt',
      'gateway: svc.evidence.v1.Evidence/RecordReceipt',
      root,
    ]);
    const gateway = spans.find(({ name }) => name === 'POST /api/v1/contract/price')!;
    expect(attribute(gateway, 'svc.run_id')).to.equal(runId);
    const line = service
      .output()
      .split('\n')
      .find((each) => each.includes(runId) && each.includes('"request"'))!;
    expect(JSON.parse(line)).to.include({ trace_id: trace, span_id: gateway.spanId });
  });

  it('begin at the gateway where the caller has none', async () => {
    const answer = await post(service, '/api/v1/price', { spot: 100, strike: 105, rate: 0.05, volatility: 0.2, time: 1 });
    expectSuccess(answer);
    const { runId } = answer.body.meta.manifest;
    const isRoot = (span: SentSpan) => attribute(span, 'svc.run_id') === runId;
    for (const endsAt = Date.now() + SENT_MS; !sent.some(isRoot) && Date.now() < endsAt; await pause(100));
    const root = sent.find(isRoot)!;
    expect(root.parentSpanId ?? '').to.equal('');
    expect((await spansOf(root.traceId)).map(({ name }) => name)).to.include('svc.pricing.v1.Pricing/PriceVanilla');
  });

  it('are not sent where the caller has decided that its trace is not recorded', async () => {
    const [unrecorded, recorded] = ['5bf92f3577b34da6a3ce929d0e0e4736', '6bf92f3577b34da6a3ce929d0e0e4736'];
    for (const [trace, flags] of [
      [unrecorded, '00'],
      [recorded, '01'],
    ] as const)
      expectSuccess(await send(service, 'POST', '/api/v1/contract/price', { body: contract, headers: traceparent(trace, flags) }));
    expect(await spansOf(recorded)).to.not.have.length(0);
    expect(sent.filter(({ traceId }) => traceId === unrecorded)).to.deep.equal([]);
  });

  it('end a process whose packages of OpenTelemetry are missing, with what to do', async () => {
    const hook = `export const resolve = (name, context, next) => {
      if (name.startsWith('@opentelemetry/')) throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
      return next(name, context);
    };`;
    const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});`;
    const child = spawn(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(register)}`, path.join(packageRoot, 'dist/gateway/main.js')],
      {
        env: { ...process.env, SVC_SERVICE_SECRET: 'x'.repeat(32), OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const message = text(child.stderr);
    const [status] = await once(child, 'exit');
    expect(await message).to.match(/OTEL_EXPORTER_OTLP_ENDPOINT.*not installed/);
    expect(status).to.equal(EXIT_MISCONFIGURED);
  });
});
