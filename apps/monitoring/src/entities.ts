import { AgentEntity } from './agents/agent.entity';
import { AlertDefinitionEntity } from './alerts/definitions/alert-definition.entity';
import { AlertProgressEntity } from './alerts/engine/alert-progress.entity';
import { AlertEntity } from './alerts/fired/alert.entity';
import { ContentEntity } from './content/content.entity';
import { StoredObjectEntity } from './content/stored-object.entity';
import { DriftDefinitionEntity } from './agents/drift/drift-definition.entity';
import { EventSourceEntity } from './events/event-source.entity';
import { RoleResourceGroupEntity } from './groups/role-resource-group.entity';
import { OperationDraftEntity } from './operations/operation-draft.entity';
import { OperationHistoryEntity } from './operations/operation-history.entity';
import { BuiltInPluginEntity } from './plugins/built-in-plugin.entity';
import { PluginFileEntity } from './plugins/plugin-file.entity';
import { PluginPushEntity } from './plugins/plugin-push.entity';
import { PluginEntity } from './plugins/plugin.entity';
import { ServerStateEntity } from './status/server-state.entity';
import { ServiceUserEntity } from './users/service-user.entity';

/** The entities of the service; decision 18 names the tables that have none. */
export const ENTITIES = [
  AgentEntity,
  AlertEntity,
  AlertDefinitionEntity,
  AlertProgressEntity,
  BuiltInPluginEntity,
  ContentEntity,
  DriftDefinitionEntity,
  EventSourceEntity,
  OperationDraftEntity,
  OperationHistoryEntity,
  PluginEntity,
  PluginFileEntity,
  PluginPushEntity,
  RoleResourceGroupEntity,
  ServerStateEntity,
  ServiceUserEntity,
  StoredObjectEntity,
] as const;
