-- MySQL cannot add a column only where it lacks: the change asks first.
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'api_keys' AND column_name = 'is_admin'), 'DO 0',
	'ALTER TABLE `api_keys` ADD `is_admin` boolean DEFAULT false NOT NULL, ADD `scopes` varchar(64) DEFAULT ''read,webhooks,export'' NOT NULL, ADD `allowed_addresses` varchar(2500), ADD `replaced_by` varbinary(104)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `usage_days` (
	`account` varbinary(256) NOT NULL,
	`key_id` varbinary(104) NOT NULL,
	`day` char(10) NOT NULL,
	`requests` int NOT NULL,
	`lookups` int NOT NULL,
	CONSTRAINT `usage_days_account_key_id_day_pk` PRIMARY KEY(`account`,`key_id`,`day`),
	INDEX `usage_days_day` (`day`)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `signups` (
	`address` varbinary(264) NOT NULL,
	`day` char(10) NOT NULL,
	CONSTRAINT `signups_day_address_pk` PRIMARY KEY(`day`,`address`)
);
