export * from './accounts.dto';
export * from './agents.dto';
export * from './audit.dto';
export * from './roles.dto';
export * from './sessions.dto';
export * from './tokens.dto';
