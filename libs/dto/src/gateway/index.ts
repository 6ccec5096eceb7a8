export * from './agents/agents.dto';
export * from './audit/audit-event.dto';
export * from './accounts/account.dto';
export * from './sessions/session.dto';
export * from './tokens/token.dto';
export * from './roles/role.dto';
