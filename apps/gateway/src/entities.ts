import { AccountEntity } from './accounts/account.entity';
import { AgentKeyEntity } from './credentials/agents/agent-key.entity';
import { JoinTokenUseEntity } from './credentials/agents/join-token-use.entity';
import { JoinTokenEntity } from './credentials/agents/join-token.entity';
import { AuditEventEntity } from './audit/audit-event.entity';
import { ConsoleFileEntity } from './pages/console-file.entity';
import { SessionEntity } from './credentials/sessions/session.entity';
import { AccessTokenEntity } from './credentials/tokens/access-token.entity';

/** One entity for each table of the gateway. */
export const ENTITIES = [
  AccountEntity,
  AgentKeyEntity,
  AuditEventEntity,
  ConsoleFileEntity,
  JoinTokenEntity,
  JoinTokenUseEntity,
  SessionEntity,
  AccessTokenEntity,
] as const;
