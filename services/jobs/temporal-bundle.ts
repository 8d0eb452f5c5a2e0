/**
 * The workflow as one file, as Temporal's sandbox takes it. Making it takes seconds: it is made once, where the image is built or by the first worker
 * that needs it, and lies beside the compiled workflow.
 *
 *   node dist/services/jobs/temporal-bundle.js
 */
import { existsSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from '@temporalio/worker';

const workflow = fileURLToPath(new URL('./temporal-workflow.js', import.meta.url));
const bundle = fileURLToPath(new URL('./temporal-workflow.bundle.cjs', import.meta.url));

/** Makes the file where it is missing or older than the workflow. @returns the code itself where the folder cannot be written */
export async function workflowBundle(): Promise<WorkflowBundleOption> {
  if (existsSync(bundle) && statSync(bundle).mtimeMs >= statSync(workflow).mtimeMs) return { codePath: bundle };
  const { code } = await bundleWorkflowCode({ workflowsPath: workflow, logger: new DefaultLogger('ERROR') });
  try {
    // Under another name first: another worker may be reading it.
    writeFileSync(`${bundle}.${process.pid}`, code);
    renameSync(`${bundle}.${process.pid}`, bundle);
    return { codePath: bundle };
  } catch {
    return { code };
  }
}

if (import.meta.filename === process.argv[1]) await workflowBundle();
