import { expect } from 'chai';
import { isTraced, readTraceparent } from '#services/runtime/tracing';

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

describe('tracing', () => {
  it('is off until a variable names a collector, and where another turns it off', () => {
    expect(isTraced({})).to.equal(false);
    expect(isTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).to.equal(false);
    expect(isTraced(collector)).to.equal(true);
    expect(isTraced({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' })).to.equal(true);
    expect(isTraced({ ...collector, OTEL_TRACES_EXPORTER: 'none' })).to.equal(false);
    expect(isTraced({ ...collector, OTEL_SDK_DISABLED: 'true' })).to.equal(false);
  });

  it('reads the trace context of the W3C recommendation, and nothing else', () => {
    // The example of its section 3.2.2.5.
    expect(readTraceparent('00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01')).to.deep.equal({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanId: '00f067aa0ba902b7',
      flags: 1,
    });
    for (const text of [undefined, '', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7', ['00-4bf92f35-00f067aa-01']])
      expect(readTraceparent(text)).to.equal(undefined);
  });
});
