import { Module } from '@nestjs/common';
import { GroupRecords } from '../groups/group-record';
import { ResourceRecords } from '../resources/resource-record';
import { FavoritesQueries } from './favorites.queries';
import { KnownUsers } from './known-users';
import { UserController } from './user.controller';
import { UserQueries } from './user.queries';
import { UserService } from './user.service';

@Module({
  controllers: [UserController],
  providers: [UserService, UserQueries, FavoritesQueries, KnownUsers, ResourceRecords, GroupRecords],
})
export class UserModule {}
