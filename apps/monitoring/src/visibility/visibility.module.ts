import { Global, Module } from '@nestjs/common';
import { VisibilityQueries } from './visibility.queries';
import { Visibility } from './visibility.service';

/** The policy point; every feature asks it. */
@Global()
@Module({ providers: [Visibility, VisibilityQueries], exports: [Visibility] })
export class VisibilityModule {}
