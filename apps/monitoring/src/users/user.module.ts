import { Module } from '@nestjs/common';
import { AuthorizationModule } from '../authorization/authorization.module';
import { GroupModule } from '../groups/group.module';
import { InventoryModule } from '../resources/inventory.module';
import { FavoritesQueries, UserQueries } from './user.queries';
import { KnownUsers } from './known-users';
import { UserController } from './user.controller';
import { UserService } from './user.service';

@Module({
  imports: [AuthorizationModule, GroupModule, InventoryModule],
  controllers: [UserController],
  providers: [UserService, UserQueries, FavoritesQueries, KnownUsers],
})
export class UserModule {}
