export type { AccountStore } from './accounts/account.service';
export { requireRoles } from './accounts/account-rules';
export { MIGRATIONS } from './data-source';
export { GatewayConfig } from './gateway.config';
export { type OpenAccounts, openAccounts } from './open-accounts';
