/** The rules of all types of project items. */
import type { Platform } from '../../platform/context';
import { fileRules } from '../files/item-rules';
import { linkRules } from '../links/item-rules';
import type { ItemRules } from './item-rule-types';

/** A feature with types of items adds its rules here. */
export const itemRules = (platform: Platform): readonly ItemRules[] => [fileRules, linkRules(platform)];
