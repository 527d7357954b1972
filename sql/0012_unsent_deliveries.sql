CREATE TABLE IF NOT EXISTS `webhook_unsent` (
	`account_id` int unsigned NOT NULL,
	`day` date NOT NULL,
	`kept` bigint unsigned NOT NULL DEFAULT 0,
	`not_kept` bigint unsigned NOT NULL DEFAULT 0,
	CONSTRAINT `webhook_unsent_account_id_day_pk` PRIMARY KEY(`account_id`,`day`)
) DEFAULT CHARACTER SET utf8mb4;
