import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { AddressedResources } from './addressed-resources.service';
import { InventoryModule } from './inventory.module';

/** Resources with a secret address. */
@Module({
  imports: [AuthorizationModule, InventoryModule],
  providers: [AddressedResources],
  exports: [AddressedResources],
})
export class AddressedResourcesModule {}
