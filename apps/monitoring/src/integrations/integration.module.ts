import { Module } from '@nestjs/common';
import { AlertDefinitionsModule } from '../alert-definitions/alert-definitions.module';
import { AlertEngineModule } from '../alert-engine/alert-engine.module';
import { AvailabilityModule } from '../availability/availability.module';
import { EventModule } from '../events/event.module';
import { AddressedResourcesModule } from '../resources/addressed-resources.module';
import { InventoryModule } from '../resources/inventory.module';
import { IntegrationIntake } from './integration-intake.service';
import { IntegrationController } from './integration.controller';
import { IntegrationQueries } from './integration.queries';
import { IntegrationService } from './integration.service';
import { ReceiveController } from './receive.controller';

/** Integrations: systems that report alerts. */
@Module({
  imports: [
    AddressedResourcesModule,
    AlertDefinitionsModule,
    AvailabilityModule,
    EventModule,
    AlertEngineModule,
    InventoryModule,
  ],
  controllers: [ReceiveController, IntegrationController],
  providers: [IntegrationService, IntegrationIntake, IntegrationQueries],
})
export class IntegrationModule {}
