import { promisify } from 'node:util';
import { expect } from 'chai';
import { addressFault, isPrivate, publicAddresses, signedHeaders } from '#services/reference/base/webhook';
import { defined } from '#services/runtime/defined';
import { parseWebhookHosts, parseWebhookKey, webhookSettings } from '#services/runtime/webhook-hosts';

const hosts = defined(parseWebhookHosts('hooks.example.com, *.example.org:8443, 10.1.2.3'), 'the hosts');

describe('webhooks', () => {
  it('are signed as Standard Webhooks says', () => {
    // The vector of the libraries of Standard Webhooks (github.com/standard-webhooks/standard-webhooks, libraries/*/webhook_test).
    const key = defined(parseWebhookKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), 'the key');
    const headers = signedHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_999, '{"test": 2432232314}', key);
    expect(headers).to.deep.equal({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  it('are sent to https addresses of the hosts that are listed, at their ports', () => {
    for (const allowed of [
      'https://hooks.example.com/a?b=c',
      'https://HOOKS.example.com:443/',
      'https://a.b.example.org:8443/',
      'https://10.1.2.3/',
    ])
      expect(addressFault(allowed, hosts), allowed).to.equal(undefined);
    for (const refused of [
      'http://hooks.example.com/',
      'ftp://hooks.example.com/',
      'hooks.example.com',
      '',
      'https://hooks.example.com:8443/',
      'https://example.com/',
      'https://hooks.example.com.evil.test/',
      'https://evil.test/hooks.example.com',
      'https://hooks.example.com@evil.test/',
      'https://user@hooks.example.com/',
      'https://user:secret@hooks.example.com/',
      'https://hooks.example.com/#fragment',
      'https://example.org:8443/',
      'https://notexample.org:8443/',
      'https://a.example.org/',
      'https://10.1.2.4/',
      'https://[::1]/',
      'https://[::ffff:10.1.2.3]/',
      'https://[::ffff:7f00:1]/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://hooks.example.com./',
      'https://a.example.org.:8443/',
      'https://hooks.example.com%2eevil.test/',
      'https://hooks.example.com%00.example.org:8443/',
      'https://evil.test\\@hooks.example.com/',
      'https://hooks.example.com:443@evil.test/',
      'https:hooks.example.com.evil.test',
      'https://.example.org:8443/',
      'https://localhost/',
    ])
      expect(addressFault(refused, hosts), refused).to.match(/^must /);
  });

  it('reach no address by its number under a domain', () => {
    const digits = defined(parseWebhookHosts('*.0.0.1'), 'a domain of digits');
    for (const number of ['https://127.0.0.1/', 'https://0x7f.0.0.1/', 'https://[::ffff:127.0.0.1]/'])
      expect(addressFault(number, digits), number).to.match(/host/);
  });

  it('go to no private address by a name under a domain', async () => {
    for (const address of [
      '0.0.0.0',
      '10.0.0.1',
      '100.64.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '172.31.255.255',
      '192.168.1.1',
      '224.0.0.1',
    ])
      expect(isPrivate(address), address).to.equal(true);
    for (const address of [
      '::',
      '::1',
      '::ffff:10.0.0.1',
      '::ffff:8.8.8.8',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::127.0.0.1',
      '64:ff9b:1::7f00:1',
      '100::1',
      '2001::7f00:1',
      'fe80::1%1',
      '64:ff9b::a00:1',
      'fc00::1',
      'fe80::1',
      'ff02::1',
      '2002:a00:1::',
      '2001:db8::1',
    ])
      expect(isPrivate(address), address).to.equal(true);
    for (const address of ['8.8.8.8', '172.32.0.1', '100.63.255.255', '192.0.1.1', '2606:4700:4700::1111', '2a00:1450:4001::1'])
      expect(isPrivate(address), address).to.equal(false);
    const refused = await promisify(publicAddresses)('localhost', { all: true }).catch((error: Error) => error);
    expect(refused)
      .to.have.property('message')
      .that.matches(/^localhost has the private address /);
  });

  it('need a list of hosts and a key of at least 24 bytes', () => {
    const key = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
    for (const wrong of [
      '',
      'https://example.com',
      'example.com/',
      '*',
      'a.*.com',
      '*.',
      'example.com:0',
      'example.com:65536',
      'a,,b',
      '-a.com',
    ])
      expect(parseWebhookHosts(wrong), wrong).to.equal(undefined);
    for (const wrong of [
      '',
      'secret',
      `whsec_${Buffer.alloc(23).toString('base64')}`,
      `whsec_${Buffer.alloc(65).toString('base64')}`,
      'whsec_!!',
    ])
      expect(parseWebhookKey(wrong), wrong).to.equal(undefined);
    expect(webhookSettings({ JOB_WEBHOOK_KEY: key })).to.equal(undefined);
    expect(webhookSettings({ JOB_WEBHOOK_HOSTS: 'a.com', JOB_WEBHOOK_KEY: key })?.key).to.have.length(24);
    expect(() => webhookSettings({ JOB_WEBHOOK_HOSTS: 'a.com' })).to.throw(/JOB_WEBHOOK_KEY/);
  });
});
