import { expect } from 'chai';
import { failureWindow } from '#gateway/http/middleware/authenticate';
import { networkOf } from '#services/runtime/network';

describe('the count of refused keys', () => {
  it('takes the 2^64 addresses of an IPv6 customer for one', () => {
    const window = failureWindow(2);
    for (const [address, expected] of [
      ['2001:db8::1', undefined],
      ['2001:db8:0:0:ffff::2', undefined],
      ['2001:0db8::abcd:1', 60],
      ['2001:db8:0:1::1', undefined],
      ['::ffff:192.0.2.1', undefined],
      ['::ffff:192.0.2.2', undefined],
    ] as const)
      expect(window.count(address), address).to.equal(expected);
    for (const [address, network] of [
      ['::1', '0:0:0:0'],
      ['1::', '1:0:0:0'],
      ['1:2:3:4:5:6:7:8', '1:2:3:4'],
      ['fe80::1%eth0', 'fe80:0:0:0'],
      ['192.0.2.1', '192.0.2.1'],
      ['nonsense', 'nonsense'],
    ])
      expect(networkOf(address!), address).to.equal(network);
  });

  it('forgets the oldest of ten thousand addresses, and no others', () => {
    const window = failureWindow(1);
    for (let address = 0; address <= 10_000; address++) window.count(String(address));
    expect(window.count('0')).to.equal(undefined);
    expect(window.count('10000')).to.equal(60);
  });
});
