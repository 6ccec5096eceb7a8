import { BooleanField, Dto, IntField, LinksField, ObjectField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';
import { ResourceWithType } from '../resources/resource.dto';
import { AlertDefinitionRest } from './alert-definition.dto';

export const ALERT_SORT_FIELDS = ['alertTime', 'name', 'resourceName', 'priority'] as const;

@Dto({ element: 'alert', description: 'A fired alert' })
export class AlertRest {
  @IntField({ description: 'Id' })
  id!: number;
  @StringField({ description: 'Name of the definition' })
  name!: string;
  @ObjectField({ description: 'The definition, without conditions and notifications', of: () => AlertDefinitionRest })
  alertDefinition!: AlertDefinitionRest;
  @BooleanField({ description: 'Whether the definition is enabled now' })
  definitionEnabled!: boolean;
  @StringField({ description: 'Who acknowledged it', nullable: true })
  ackBy!: string | null;
  @TimeField({ description: 'When it was acknowledged; 0 if not acknowledged' })
  ackTime!: number;
  @StringField({ description: 'What was said about it on that occasion', optional: true })
  ackComment?: string;
  @TimeField({ description: 'When it fired' })
  alertTime!: number;
  @StringField({ description: 'The conditions that were met' })
  description!: string;
  @ObjectField({ description: 'The resource on which it fired', of: () => ResourceWithType })
  resource!: ResourceWithType;
  @LinksField({ description: 'Links of the alert' })
  links!: readonly Link[];
}
