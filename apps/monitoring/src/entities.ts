import { AgentEntity } from './agents/agent.entity';
import { ContactMethodEntity } from './notifications/contacts/contact-method.entity';
import { PushKeyEntity } from './notifications/contacts/push-key.entity';
import { AlertDefinitionEntity } from './alert-definitions/alert-definition.entity';
import { BuiltInDefinitionEntity } from './alert-definitions/built-in/built-in-definition.entity';
import { AlertProgressEntity } from './alert-engine/alert-progress.entity';
import { IncidentMessageEntity } from './notifications/delivery/incident-message.entity';
import { AlertEntity } from './incidents/alert.entity';
import { ContentEntity, StoredObjectEntity } from './content/content.entity';
import { DriftDefinitionEntity } from './agents/drift/drift-definition.entity';
import { EventSourceEntity } from './events/event-source.entity';
import { RoleResourceGroupEntity } from './groups/role-resource-group.entity';
import { OperationDraftEntity, OperationHistoryEntity } from './operations/operation.entity';
import { BuiltInPluginEntity, PluginFileEntity, PluginPushEntity, PluginEntity } from './plugins/plugin.entity';
import { ServerStateEntity } from './status/server-state.entity';
import { ServiceUserEntity } from './users/service-user.entity';

/** The entities of the service; decision 18 names the tables that have none. */
export const ENTITIES = [
  AgentEntity,
  AlertEntity,
  AlertDefinitionEntity,
  BuiltInDefinitionEntity,
  AlertProgressEntity,
  BuiltInPluginEntity,
  ContactMethodEntity,
  ContentEntity,
  DriftDefinitionEntity,
  EventSourceEntity,
  IncidentMessageEntity,
  OperationDraftEntity,
  OperationHistoryEntity,
  PluginEntity,
  PluginFileEntity,
  PluginPushEntity,
  PushKeyEntity,
  RoleResourceGroupEntity,
  ServerStateEntity,
  ServiceUserEntity,
  StoredObjectEntity,
] as const;
