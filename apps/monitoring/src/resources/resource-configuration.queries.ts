import { Injectable } from '@nestjs/common';
import { Database } from '@wardstone/database';
import type { ConfigurationDefinition, ConfigurationValues } from '../plugins/descriptor/configuration-definition';

/** What a resource is configured with, and what its type declares. */
export interface ResourceConfigurationRow {
  version: string | null;
  plugin_configuration: ConfigurationValues;
  resource_configuration: ConfigurationValues;
  plugin_definition: ConfigurationDefinition | null;
  resource_definition: ConfigurationDefinition | null;
}

@Injectable()
export class ResourceConfigurationQueries {
  constructor(private readonly db: Database) {}

  find(id: number): Promise<ResourceConfigurationRow | undefined> {
    return this.db.first<ResourceConfigurationRow>(
      `SELECT r.version, r.plugin_configuration, r.resource_configuration,
              t.plugin_configuration AS plugin_definition, t.resource_configuration AS resource_definition
         FROM resource r LEFT JOIN resource_type t ON t.id = r.resource_type_id
        WHERE r.id = $1`,
      [id],
    );
  }
}
