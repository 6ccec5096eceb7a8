import type { ObjectMap } from '../../values';
import { ArrayField, Dto, ObjectField } from '../../fields';
import { AgentReport } from './agent-report.dto';
import { ReportedItem } from './reported-item.dto';

@Dto('reportedConfiguration', 'Configuration of a resource')
export class ReportedConfiguration extends ReportedItem {
  @ObjectField('The configuration as the agent finds it')
  resourceConfig!: ObjectMap;
}

@Dto('configurationReport', 'Configurations')
export class ConfigurationReport extends AgentReport {
  @ArrayField('Configurations', { of: () => ReportedConfiguration, optional: true, nullable: true })
  items?: readonly ReportedConfiguration[] | null;
}
