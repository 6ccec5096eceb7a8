import { ArrayField, Dto, StringField } from '../../fields';

@Dto('resourceWithChildren', 'A resource with its descendants')
export class ResourceWithChildren {
  @StringField('Id of the resource')
  id!: string;
  @StringField('Name of the resource')
  name!: string;
  @ArrayField('Child resources; null without children', { of: () => ResourceWithChildren, nullable: true })
  children!: readonly ResourceWithChildren[] | null;
}
