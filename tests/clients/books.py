"""What the shop's books say: the orders in a SQLite file, as JSON. Usage: books.py shop.db"""

import json
import sqlite3
import sys


def orders(path):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        heads = db.execute("SELECT id, customer, total_cents FROM orders ORDER BY id").fetchall()
        lines = "SELECT dress_id, size, quantity, price_cents FROM order_lines WHERE order_id = ? ORDER BY line"
        stock = db.execute("SELECT sum(stock) FROM dresses").fetchone()[0]
        return {
            "stock": stock,
            "orders": [
                {"order": id, "customer": customer, "total_cents": total, "lines": db.execute(lines, (id,)).fetchall()}
                for id, customer, total in heads
            ],
        }
    finally:
        db.close()


if __name__ == "__main__":
    print(json.dumps(orders(sys.argv[1])))
