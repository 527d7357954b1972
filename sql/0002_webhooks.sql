CREATE TABLE IF NOT EXISTS `webhook_account_events` (
	`account_id` int unsigned NOT NULL,
	`event_id` bigint unsigned NOT NULL,
	CONSTRAINT `webhook_account_events_account_id_event_id_pk` PRIMARY KEY(`account_id`,`event_id`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_accounts` (
	`id` int unsigned AUTO_INCREMENT NOT NULL,
	`account` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
	`quota_day` date NOT NULL,
	`quota_used` int unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `webhook_accounts_id` PRIMARY KEY(`id`),
	CONSTRAINT `webhook_accounts_account_unique` UNIQUE(`account`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_attempts` (
	`delivery_id` bigint unsigned NOT NULL,
	`attempt` smallint unsigned NOT NULL,
	`started_at` datetime(3) NOT NULL,
	`duration_ms` int unsigned,
	`response_status` smallint unsigned,
	`error` varchar(300),
	CONSTRAINT `webhook_attempts_delivery_id_attempt_pk` PRIMARY KEY(`delivery_id`,`attempt`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_deliveries` (
	`id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`event_id` bigint unsigned NOT NULL,
	`endpoint_id` bigint unsigned NOT NULL,
	`state` tinyint unsigned NOT NULL,
	`attempt` smallint unsigned NOT NULL DEFAULT 0,
	`attempts_before` smallint unsigned NOT NULL DEFAULT 0,
	`due_at` datetime(3),
	`lease_token` bigint unsigned,
	`last_attempt_at` datetime(3),
	`last_response_status` smallint unsigned,
	`last_error` varchar(300),
	`delivered_at` datetime(3),
	`owes_quota` boolean NOT NULL DEFAULT false,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `webhook_deliveries_id` PRIMARY KEY(`id`),
	CONSTRAINT `webhook_deliveries_once` UNIQUE(`event_id`,`endpoint_id`),
	INDEX `webhook_deliveries_queue` (`state`,`endpoint_id`,`due_at`),
	INDEX `webhook_deliveries_endpoint` (`endpoint_id`,`id`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_endpoints` (
	`id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`public_id` char(23) NOT NULL,
	`account_id` int unsigned NOT NULL,
	`url` varchar(2048) NOT NULL,
	`event_types` varchar(200) NOT NULL,
	`filter_kind` varchar(16) NOT NULL,
	`filter_value` mediumtext NOT NULL,
	`description` varchar(500),
	`secret` varbinary(128) NOT NULL,
	`is_active` boolean NOT NULL DEFAULT true,
	`disabled_reason` varchar(16),
	`disabled_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `webhook_endpoints_id` PRIMARY KEY(`id`),
	CONSTRAINT `webhook_endpoints_public_id_unique` UNIQUE(`public_id`),
	INDEX `webhook_endpoints_account` (`account_id`,`is_active`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_events` (
	`id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`event_id` char(64) NOT NULL,
	`event_type` varchar(32) NOT NULL,
	`body` mediumtext NOT NULL,
	`canonical_id` varchar(71) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
	`match_basis` varchar(24),
	`is_test` boolean NOT NULL DEFAULT false,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `webhook_events_id` PRIMARY KEY(`id`),
	CONSTRAINT `webhook_events_event_id_unique` UNIQUE(`event_id`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `webhook_watches` (
	`state_fips` char(2) NOT NULL,
	`county_fips` char(3) NOT NULL,
	`parcel_id` varchar(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
	`endpoint_id` bigint unsigned NOT NULL,
	CONSTRAINT `webhook_watches_state_fips_county_fips_parcel_id_endpoint_id_pk` PRIMARY KEY(`state_fips`,`county_fips`,`parcel_id`,`endpoint_id`)
) DEFAULT CHARACTER SET utf8mb4;
