import { Injectable } from '@nestjs/common';
import type { ConfigurationPropertyRest, ResourceConfigurationRest } from '@wardstone/dto/monitoring';
import { Addresses } from '../api/addresses';
import { AuthorizationService, resourceNotFound } from '../authorization/authorization.service';
import type { Viewer } from '../authorization/viewer';
import type { ConfigurationDefinition, PropertyDefinition } from '../plugins/descriptor/configuration-definition';
import { maskedValues } from '../plugins/descriptor/masked-values';
import { ResourceConfigurationQueries } from './resource-configuration.queries';

/** See rule inventory-17. */
@Injectable()
export class ResourceConfigurationService {
  constructor(
    private readonly queries: ResourceConfigurationQueries,
    private readonly authorization: AuthorizationService,
    private readonly addresses: Addresses,
  ) {}

  /** @throws resource_not_found, resource_forbidden */
  async read(id: number, viewer: Viewer): Promise<ResourceConfigurationRest> {
    await this.authorization.requireResource(viewer, id, 'CONFIGURE_READ');
    const row = await this.queries.find(id);
    if (!row) throw resourceNotFound(id);
    return {
      resourceId: id,
      version: row.version,
      pluginConfigProperties: declared(row.plugin_definition),
      pluginConfig: maskedValues(row.plugin_definition?.properties ?? [], row.plugin_configuration),
      resourceConfigProperties: declared(row.resource_definition),
      resourceConfig: maskedValues(row.resource_definition?.properties ?? [], row.resource_configuration),
      links: [this.addresses.link('resource', `/resource/${id}`)],
    };
  }
}

function declared(definition: ConfigurationDefinition | null): ConfigurationPropertyRest[] {
  return (definition?.properties ?? []).map((property) => ({
    name: property.name,
    displayName: property.displayName,
    description: property.description,
    type: typeOf(property),
    required: property.isRequired,
  }));
}

function typeOf(property: PropertyDefinition): ConfigurationPropertyRest['type'] {
  return property.kind === 'SIMPLE' ? property.type : property.kind;
}
