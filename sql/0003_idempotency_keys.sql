CREATE TABLE IF NOT EXISTS `idempotency_keys` (
	`account` varbinary(256) NOT NULL,
	`idempotency_key` varbinary(255) NOT NULL,
	`asked` binary(32) NOT NULL,
	`status` smallint unsigned,
	`answer` mediumblob,
	`created_at` datetime(3) NOT NULL,
	CONSTRAINT `idempotency_keys_account_idempotency_key_pk` PRIMARY KEY(`account`,`idempotency_key`),
	INDEX `idempotency_keys_created` (`created_at`)
);
