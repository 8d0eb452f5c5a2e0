/** The tenant that is administered: one's own, or for administrators of the platform any. */
import { computed, signal } from '@preact/signals';
import { session } from '../../shared/api.js';

export type Limit = 'requestsPerMinute' | 'monthlyQuota' | 'computeSecondsQuota' | 'storedBytesQuota';

export interface Tenant {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly tier: 'free' | 'pro' | 'business' | 'enterprise';
  readonly status: 'active' | 'disabled';
  /** The limits in force; absent where there is none. */
  readonly requestsPerMinute: number;
  readonly monthlyQuota?: number;
  readonly computeSecondsQuota?: number;
  readonly storedBytesQuota?: number;
  /** Those of the limits that are the tenant's own and not its tier's. */
  readonly requiresSecondFactor?: boolean;
  readonly ownLimits?: Partial<Record<Limit, number>>;
  readonly createdAt: string;
}

/** The tenant that was chosen; empty: one's own. */
export const chosenTenant = signal('');

export const tenantId = computed(() => chosenTenant.value || (session.value?.tenantId ?? ''));

/** Path of what belongs to the tenant. */
export const tenantPath = (rest: string): string => `/admin/v1/tenants/${encodeURIComponent(tenantId.value)}/${rest}`;
