/** The backends that this machine has. Without a GPU, WebGPU runs on SwiftShader, which Debian's chromium includes. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { BackendName } from '#engine-gpu/backend/backend';
import { packageRoot } from '#services/runtime/version';
import { vectorsLeftOut } from './vectors.js';

const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** Asks for an adapter in a process of its own, because a driver that does not fit may end the process that loads it. */
const FIND_ADAPTER = `
  const { findAdapter } = await import('#engine-gpu/backend/webgpu');
  await findAdapter();
  process.exit(0);
`;
const FIND_LIMIT_MS = 30_000;

let tried: { readonly reason?: string } | undefined;

/** The reason why WebGPU is not tested here, or undefined where it is. Found out once, by asking for an adapter. */
export function webgpuLeftOut(): string | undefined {
  tried ??= tryWebgpu();
  return tried.reason;
}

function tryWebgpu(): { readonly reason?: string } {
  if (!process.env.VK_DRIVER_FILES && existsSync(SWIFTSHADER)) process.env.VK_DRIVER_FILES = SWIFTSHADER;
  const { status, signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', FIND_ADAPTER], {
    cwd: packageRoot,
    encoding: 'utf8',
    timeout: FIND_LIMIT_MS,
  });
  if (status === 0) return {};
  const error = /^Error: (.*)$/m.exec(stderr)?.[1] ?? (signal === null ? `status ${status}` : `signal ${signal}`);
  return { reason: `${error}; it needs a GPU, or SwiftShader and a Vulkan loader (Debian: chromium, libvulkan1)` };
}

const leftOut = webgpuLeftOut();
if (leftOut !== undefined) process.stdout.write(`  The kernels on webgpu are left out: ${leftOut}\n`);

if (vectorsLeftOut !== undefined) process.stdout.write(`  The kernels on webasm are left out: ${vectorsLeftOut}\n`);

export const BACKENDS: readonly BackendName[] = [
  'cpu',
  ...(vectorsLeftOut === undefined ? (['webasm'] as const) : []),
  ...(leftOut === undefined ? (['webgpu'] as const) : []),
];
