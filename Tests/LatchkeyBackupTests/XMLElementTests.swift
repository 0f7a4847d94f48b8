import Testing

@testable import LatchkeyBackup

@Suite struct XMLElementTests {
    private func parse(_ text: String) -> XMLElement? { XMLElement(parsing: Array(text.utf8)) }

    @Test func `a list of objects is read`() throws {
        let list = try #require(
            parse(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated><Prefix/>
                <Contents><Key>a&amp;b&lt;&#233;&#x2F;.db</Key><ETag>&quot;1&quot;</ETag></Contents><Contents><Key>c</Key></Contents >
                </ListBucketResult>

                """))
        #expect(list.name == "ListBucketResult")
        #expect(list["IsTruncated"] == "false" && list["Prefix"] == "" && list["Missing"] == nil)
        #expect(list.children.filter { $0.name == "Contents" }.map { $0["Key"] } == ["a&b<é/.db", "c"])
    }

    @Test(arguments: [
        "", "text", "<a>", "<a></b>", "</a>", "<a/><b/>", "<a/>text", "text<a/>", "<a>&unknown;</a>", "<a>&amp</a>", "<a>&#xD800;</a>",
        "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!-- --></a>", "<a><![CDATA[x]]></a>", "<a><?xml version='1.0'?></a>", "<1/>",
        "<a",
        String(repeating: "<a>", count: 9) + String(repeating: "</a>", count: 9), "<a>" + String(repeating: "<b/>", count: 50_000) + "</a>",
    ])
    func `other texts are refused`(text: String) {
        #expect(parse(text) == nil)
    }

    @Test func `bytes that are not UTF-8 are refused`() {
        #expect(XMLElement(parsing: Array("<a>".utf8) + [0xff] + Array("</a>".utf8)) == nil)
    }
}
