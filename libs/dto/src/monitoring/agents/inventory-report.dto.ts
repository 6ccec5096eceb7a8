import type { ObjectMap } from '../../values';
import { ArrayField, Dto, IntField, ObjectField, StringField } from '../../fields';
import { ANY_ID, AgentReport } from './agent-report.dto';

const MOST_NAME = 500;

const NameField = (description: string): PropertyDecorator =>
  StringField(description, {
    minLength: 1,
    maxLength: MOST_NAME,
    refusal: `must be a text of 1 to ${MOST_NAME} characters`,
  });

@Dto('reportedResource', 'A resource as an agent finds it')
export class ReportedResource {
  @NameField('Discovery key, unique below the parent')
  key!: string;
  @NameField('Name of its type')
  typeName!: string;
  @NameField('Plugin of its type')
  pluginName!: string;
  @NameField('Its name')
  name!: string;
  @StringField('Version; truncated to 100 characters', { optional: true, nullable: true })
  version?: string | null;
  @StringField('Description; truncated to 1000 characters', { optional: true, nullable: true })
  description?: string | null;
  @StringField('Location; truncated to 500 characters', { optional: true, nullable: true })
  location?: string | null;
  @ObjectField('Connection properties', { optional: true, nullable: true })
  pluginConfig?: ObjectMap | null;
  @ObjectField('Configuration', { optional: true, nullable: true })
  resourceConfig?: ObjectMap | null;
  @ArrayField('Resources below it', { of: () => ReportedResource, optional: true, nullable: true })
  children?: readonly ReportedResource[] | null;
}

@Dto('reportedRoot', 'A resource at the top of a discovery report')
export class ReportedRoot extends ReportedResource {
  @IntField('Parent resource; the platform of the agent when absent', {
    ...ANY_ID,
    optional: true,
    nullable: true,
    refusal: 'must be the id of a resource',
  })
  parentId?: number | null;
}

@Dto('inventoryReport', 'Discovered resources')
export class InventoryReport extends AgentReport {
  @ArrayField('Trees of resources', { of: () => ReportedRoot, optional: true, nullable: true })
  roots?: readonly ReportedRoot[] | null;
}
