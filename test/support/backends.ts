/** The backends that this machine has. Without a GPU, WebGPU runs on SwiftShader, which Debian's chromium includes. */
import { existsSync } from 'node:fs';
import type { BackendName } from '#engine-gpu/backend/backend';

const SWIFTSHADER = '/usr/lib/chromium/vk_swiftshader_icd.json';

/** The reason why WebGPU is not tested here, or undefined where it is. */
export function webgpuLeftOut(): string | undefined {
  if (!process.env.VK_DRIVER_FILES && existsSync(SWIFTSHADER)) process.env.VK_DRIVER_FILES = SWIFTSHADER;
  return !process.env.VK_DRIVER_FILES && !existsSync('/dev/dri') && !existsSync('/dev/nvidia0')
    ? `no GPU, and no ${SWIFTSHADER} (Debian: chromium, libvulkan1)`
    : undefined;
}

const leftOut = webgpuLeftOut();
if (leftOut !== undefined) process.stdout.write(`  The kernels on webgpu are left out: ${leftOut}\n`);

export const BACKENDS: readonly BackendName[] = leftOut === undefined ? ['cpu', 'webasm', 'webgpu'] : ['cpu', 'webasm'];
