CREATE TABLE IF NOT EXISTS `api_keys` (
	`id` char(26) NOT NULL,
	`account` varchar(64) NOT NULL,
	`name` varchar(200) NOT NULL,
	`tier` varchar(16) NOT NULL,
	`prefix` varchar(16) NOT NULL,
	`hash` char(64) NOT NULL,
	`is_active` boolean NOT NULL DEFAULT true,
	`expires_at` datetime(3),
	`created_at` datetime(3) NOT NULL,
	`last_used_at` datetime(3),
	CONSTRAINT `api_keys_id` PRIMARY KEY(`id`),
	CONSTRAINT `api_keys_hash_unique` UNIQUE(`hash`),
	INDEX `api_keys_account` (`account`)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `usage_counters` (
	`subject` varchar(96) NOT NULL,
	`month` char(7) NOT NULL,
	`lookups` int unsigned NOT NULL DEFAULT 0,
	`burst_minute` int unsigned NOT NULL DEFAULT 0,
	`burst_used` int unsigned NOT NULL DEFAULT 0,
	`granted` int unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `usage_counters_subject_month_pk` PRIMARY KEY(`subject`,`month`)
);
