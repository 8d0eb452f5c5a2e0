/** The tenant that is administered: one's own, or for administrators of the platform any. */
import { computed, signal } from '@preact/signals';
import { session } from '../../shared/api.js';

export interface Tenant {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly tier: 'free' | 'pro' | 'business' | 'enterprise';
  readonly status: 'active' | 'disabled';
  readonly requestsPerMinute: number;
  readonly monthlyQuota: number;
  readonly computeSecondsQuota: number;
  readonly createdAt: string;
}

/** The tenant that was chosen; empty: one's own. */
export const chosenTenant = signal('');

export const tenantId = computed(() => chosenTenant.value || (session.value?.tenantId ?? ''));

/** Path of what belongs to the tenant. */
export const tenantPath = (rest: string): string => `/admin/v1/tenants/${encodeURIComponent(tenantId.value)}/${rest}`;
