import { BooleanField, Dto, IntField, LinksField, ObjectField, StringField, TimeField } from '../../fields';
import type { Link } from '../../values';
import { ResourceWithType } from '../resources/resource.dto';
import { AlertDefinitionRest } from './alert-definition.dto';

export const ALERT_SORT_FIELDS = ['alertTime', 'name', 'resourceName', 'priority'] as const;

@Dto('alert', 'A fired alert')
export class AlertRest {
  @IntField('Id')
  id!: number;
  @StringField('Name of the definition')
  name!: string;
  @ObjectField('The definition, without conditions and notifications', { of: () => AlertDefinitionRest })
  alertDefinition!: AlertDefinitionRest;
  @BooleanField('Whether the definition is enabled now')
  definitionEnabled!: boolean;
  @StringField('Who acknowledged it', { nullable: true })
  ackBy!: string | null;
  @TimeField('When it was acknowledged; 0 if not acknowledged')
  ackTime!: number;
  @StringField('What was said about it on that occasion', { optional: true })
  ackComment?: string;
  @TimeField('When it fired')
  alertTime!: number;
  @StringField('The conditions that were met')
  description!: string;
  @ObjectField('The resource on which it fired', { of: () => ResourceWithType })
  resource!: ResourceWithType;
  @LinksField('Links of the alert')
  links!: readonly Link[];
}
